import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time-units.ts";

type Exceeded = Extract<Failure, { kind: "billing_limit"; scope: "day" | "caller" }>;

const KEPT_DAYS = 3;

/** The billable requests that may be spent in a UTC day: by all, or by one principal. */
export class Allowance {
  readonly limit: number;
  /** The same for a principal in every process. The day's limit has none. */
  readonly principal: string | undefined;
  /** The operator's name for the principal, if any. */
  readonly owner: string | undefined;
  /** Spent by this process. A request without an answer, and an open one, count. */
  spent = 0;
  /** Attempts that ask the account for leave to spend of it. */
  asking = 0;
  /** The part of the limit that this process may spend, where others share it. For them it counts as spent. */
  drawn = 0;
  /** The most that all processes together were seen to have drawn. */
  drawnByAll = 0;
  /** The day that all this is about, in days since 1970. */
  day = 0;
  /** The requests spent on other days, to which a clock may be set back. */
  readonly #otherDays = new Map<number, number>();
  #open = 0;

  constructor(limit: number, principal?: string, owner?: string) {
    this.limit = limit;
    this.principal = principal;
    this.owner = owner;
  }

  /** Begins a day with the open requests. A clock that is set back over midnight by under a minute begins none. */
  turn(nowMs: number): this {
    const [today = 0, soon] = [nowMs, nowMs + MINUTE_MS].map((ms) => Math.floor(ms / DAY_MS));
    if (this.day === today || this.day === soon) return this;
    this.#otherDays.set(this.day, this.spent - this.#open);
    for (const day of [...this.#otherDays.keys()].slice(0, -KEPT_DAYS)) this.#otherDays.delete(day);
    this.day = today;
    this.spent = (this.#otherDays.get(today) ?? 0) + this.#open;
    this.drawn = 0;
    this.drawnByAll = 0;
    return this;
  }

  /** Spends one request. The function tells its end: only a refused one is given back. After midnight it counts for the new day. */
  spend(): (isRefused: boolean, nowMs: number) => void {
    this.spent += 1;
    this.#open += 1;
    return (isRefused, nowMs) => {
      this.turn(nowMs);
      this.#open -= 1;
      if (isRefused) this.spent -= 1;
    };
  }

  /** The failure of a request that would exceed it. */
  exceeded(product: Product, nowMs: number): Exceeded {
    const { limit, principal, owner } = this;
    const common = { kind: "billing_limit", product, limit, waitMs: DAY_MS - (nowMs % DAY_MS) } as const;
    return principal === undefined ? { ...common, scope: "day" } : { ...common, scope: "caller", owner };
  }
}
