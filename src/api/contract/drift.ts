import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";

/** The pause between two checks of one product: a burst of answers tells nothing new. */
const PAUSE_MS = 1_000;

/** Departures from the interface specification: counted by path, logged once each, never an error (G-answers). */
export class ContractDrift {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #counts = new Map<string, number>();
  readonly #checkedMs = new Map<Product, number>();
  /** Checks to come, each with what cancels its timer. */
  readonly #due = new Map<() => void, () => void>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Counts the paths that `find` tells, once the answer is on its way: one answer a second of each product. */
  check(product: Product, find: () => Iterable<string>): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - (this.#checkedMs.get(product) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    this.#checkedMs.set(product, nowMs);
    const task = (): void => {
      if (this.#due.delete(task)) this.count(find());
    };
    this.#due.set(task, this.#clock.after(0, task));
  }

  /** Does the checks that are due. */
  flush(): void {
    for (const [task, cancelTimer] of this.#due) {
      cancelTimer();
      task();
    }
  }

  /** Counts each of `paths` once, however often it is listed. */
  count(paths: Iterable<string>): void {
    for (const path of new Set(paths)) {
      const seen = this.#counts.get(path) ?? 0;
      this.#counts.set(path, seen + 1);
      if (seen === 0) this.#log.warn({ drift: path }, "the service departs from its interface specification");
    }
  }

  report(): ReadonlyMap<string, number> {
    this.flush();
    return new Map(this.#counts);
  }
}
