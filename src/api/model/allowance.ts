import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time-units.ts";

type Exceeded = Extract<Failure, { kind: "billing_limit"; scope: "day" | "caller" }>;

const KEPT_DAYS = 3;

/** A limit of billable requests in a UTC day, for all principals together or for one. */
export class Allowance {
  readonly limit: number;
  /** The principal's id, the same in every process. Undefined for the limit of all together. */
  readonly principal: string | undefined;
  /** The operator's name for the principal, if any. */
  readonly owner: string | undefined;
  /** Requests that this process spent, including open and unanswered ones. */
  spent = 0;
  /** The UTC day of these counts, in days since 1970. */
  day = 0;
  /** Requests spent on other days: the clock may be set back to one. */
  readonly #otherDays = new Map<number, number>();
  #open = 0;

  constructor(limit: number, principal?: string, owner?: string) {
    this.limit = limit;
    this.principal = principal;
    this.owner = owner;
  }

  /** Begins the day of `nowMs`, with the open requests. Ignores a step back to the last minute before midnight. */
  onDay(nowMs: number): this {
    const [today = 0, soon] = [nowMs, nowMs + MINUTE_MS].map((ms) => Math.floor(ms / DAY_MS));
    if (this.day === today || this.day === soon) return this;
    this.#otherDays.set(this.day, this.spent - this.#open);
    for (const day of [...this.#otherDays.keys()].slice(0, -KEPT_DAYS)) this.#otherDays.delete(day);
    this.day = today;
    this.spent = (this.#otherDays.get(today) ?? 0) + this.#open;
    return this;
  }

  /** Spends one request. Call the result at its end: it gives a refused one back. Others count for the day they end. */
  spend(): (isRefused: boolean, nowMs: number) => void {
    this.spent += 1;
    this.#open += 1;
    return (isRefused, nowMs) => {
      this.onDay(nowMs);
      this.#open -= 1;
      if (isRefused) this.spent -= 1;
    };
  }

  /** The failure of a request beyond the limit. */
  exceeded(product: Product, nowMs: number): Exceeded {
    const { limit, principal, owner } = this;
    const common = { kind: "billing_limit", product, limit, waitMs: DAY_MS - (nowMs % DAY_MS) } as const;
    return principal === undefined ? { ...common, scope: "day" } : { ...common, scope: "caller", owner };
  }
}
