import type { HttpConfig } from "../../config/http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { sdk2Server } from "../../server/sdk2.ts";
import type { HttpObserver } from "./metrics.ts";

/** The settings and parts of a server, as all its modules get them. */
export interface HttpOptions {
  readonly catalogue: () => Promise<Catalogue>;
  readonly clock: Clock;
  readonly log: Log;
  /** The address or name to listen on. */
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
  readonly config: HttpConfig;
  /** The longest that one call may take. */
  readonly maxWaitMs: number;
  readonly observer?: HttpObserver;
  /** The source of `/metrics`. Without it the path does not exist. */
  readonly metrics?: () => Promise<Response>;
  /** Makes the server of one request. The conformance suite brings its own. */
  readonly createServer?: typeof sdk2Server;
}
