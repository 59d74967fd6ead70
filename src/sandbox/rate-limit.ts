import type { Clock } from "../runtime/clock.ts";
import type { Product, RateLimit } from "./settings.ts";

interface Window {
  readonly startMs: number;
  count: number;
}

/** Fixed windows for each account and product (service.md 8.1), opened by the first request in them. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request; 0 when it is within the limit, else the whole seconds until the window ends. */
  take(account: string, product: Product, limit: RateLimit | undefined): number {
    if (limit === undefined) return 0;
    const nowMs = this.#clock.monotonicMs();
    const windowMs = limit.windowS * 1_000;
    const key = `${product} ${account}`;
    let window = this.#windows.get(key);
    if (window === undefined || nowMs - window.startMs >= windowMs) {
      window = { startMs: nowMs, count: 0 };
      this.#windows.set(key, window);
    }
    if (window.count < limit.requests) {
      window.count += 1;
      return 0;
    }
    return Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1_000));
  }
}
