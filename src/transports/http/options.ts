import type { HttpConfig } from "../../config/config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { HttpObserver } from "./metrics.ts";

export interface HttpOptions {
  readonly catalogue: () => Promise<Catalogue>;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly config: HttpConfig;
  readonly maxWaitMs: number;
  readonly observer: HttpObserver;
  /** The key that the account's processes share. Without it, this process has its own. */
  readonly pseudonymKey?: () => Promise<Uint8Array | undefined>;
  readonly metrics: () => Promise<Response>;
}
