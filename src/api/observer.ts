import type { Product } from "./failure.ts";
import type { Reply } from "./transport.ts";

/** How an attempt ended: the status of its answer, or what became of it where none came. */
export type AttemptEnd = number | Exclude<Reply["kind"], "answer" | "broken">;

/** Told of what the API client does, as it happens: where its numbers come from (metrics). Must not throw. */
export interface ApiObserver {
  /** One attempt is over. `tookMs` includes the wait for a place and a token. */
  attempted(product: Product, end: AttemptEnd, tookMs: number): void;
  /** A request was billed, or may have been (`certain`: false). */
  billed(product: Product, certain: boolean): void;
  /** The client credentials were exchanged for a token, or not. */
  exchanged(ok: boolean): void;
}
