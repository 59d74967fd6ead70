import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";

/** Least time between two checks of one product: a burst of answers would show the same drift. */
const PAUSE_MS = 1_000;

/** Counts departures from the interface specification by path, and logs each path once. Never an error (G-answers). */
export class ContractDrift {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #counts = new Map<string, number>();
  readonly #checkedMs = new Map<Product, number>();
  readonly #pending: (() => Iterable<string>)[] = [];
  #cancelTimer = (): void => undefined;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Counts the paths of `find` after the caller has its answer. */
  check(product: Product, find: () => Iterable<string>): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - (this.#checkedMs.get(product) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    this.#checkedMs.set(product, nowMs);
    this.#pending.push(find);
    if (this.#pending.length === 1) this.#cancelTimer = this.#clock.after(0, () => this.flush());
  }

  /** Cancels the timer, too, which would keep the process alive. */
  flush(): void {
    this.#cancelTimer();
    for (const find of this.#pending.splice(0)) this.count(find());
  }

  /** Counts a path once, however often it is listed. */
  count(paths: Iterable<string>): void {
    for (const path of new Set(paths)) {
      const earlier = this.#counts.get(path) ?? 0;
      this.#counts.set(path, earlier + 1);
      if (earlier === 0) this.#log.warn({ drift: path }, "the service departs from its interface specification");
    }
  }

  report(): ReadonlyMap<string, number> {
    this.flush();
    return new Map(this.#counts);
  }
}
