import type { IncomingHttpHeaders } from "node:http";
import type { Origin } from "./settings.ts";

/** One request as the sandbox received it. Times are the clock's monotonic reading. */
export interface RequestRecord {
  readonly receivedAtMs: number;
  /** When the answer had been written, or the connection was gone; null while it is open. */
  finishedAtMs: number | null;
  /** None where the path belongs to no operation. */
  readonly product: Origin | null;
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** As they came, but of Authorization only whether it was there: `Bearer #2` is the second token issued. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The body of a planning request, as it came; the token endpoint's holds a secret and is not kept. */
  body: string | null;
  /** Status recorded by the gateway; null where it recorded none. */
  status: number | null;
  billed: boolean;
  readonly requestId: string;
  /** The kind of fault that befell it. */
  fault: string | null;
}
