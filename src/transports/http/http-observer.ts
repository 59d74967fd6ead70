import type { Route } from "./exchange.ts";
import type { SessionEnd } from "./sessions.ts";

/** Told of what the HTTP transport does (metrics). Must not throw. */
export interface HttpObserver {
  /** `tookMs` is absent where the client only listened. */
  requested(route: Route, method: string, status: number, tookMs: number | undefined): void;
  /** A session began, or ended (`end`); `open` are left. */
  sessionChanged(end: SessionEnd | undefined, open: number): void;
}

/** What `/metrics` answers. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}
