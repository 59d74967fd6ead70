import type { IncomingHttpHeaders } from "node:http";
import type { Origin } from "./settings.ts";

/** One request as the sandbox received it. Times are the clock's monotonic reading. */
export interface RequestRecord {
  readonly receivedAtMs: number;
  /** When the answer was written or the connection closed; null until then. */
  finishedAtMs: number | null;
  /** Null where the path belongs to no operation. */
  readonly product: Origin | null;
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  /** As received, without the token: `Bearer #2` stands for the second token issued. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The body as received. The token endpoint's body holds a secret and is not kept. */
  body: string | null;
  /** Status recorded by the gateway; null where it recorded none. */
  status: number | null;
  billed: boolean;
  readonly requestId: string;
  /** The kind of fault that hit it. */
  fault: string | null;
}
