import type { Clock } from "../runtime/clock.ts";
import type { Product, RateLimit } from "./settings.ts";

/** Fixed windows for each account and product (service.md 8.1), opened by the first request in them. */
export function rateLimiter(clock: Clock) {
  const windows = new Map<string, { readonly startMs: number; count: number }>();
  /** Counts one request; 0 when it is within the limit, else the whole seconds until the window ends. */
  return (account: string, product: Product, limit: RateLimit | undefined): number => {
    if (limit === undefined) return 0;
    const nowMs = clock.monotonicMs();
    const windowMs = limit.windowS * 1_000;
    const key = `${product} ${account}`;
    let window = windows.get(key);
    if (window === undefined || nowMs - window.startMs >= windowMs) {
      window = { startMs: nowMs, count: 0 };
      windows.set(key, window);
    }
    if (window.count >= limit.requests) return Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1_000));
    window.count += 1;
    return 0;
  };
}
