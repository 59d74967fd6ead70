import { utcDate } from "../../domain/calendar.ts";
import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ApiObserver } from "../model/api.ts";
import type { DayUsage, ProductUsage } from "../model/status.ts";
import type { CallUsage } from "../model/usage.ts";

/** The most days in a status report. */
const SHOWN_DAYS = 3;

/** One request that may be billed, from its first byte until its fate is known. Only the first `settle` counts. */
export interface Reservation {
  /** The bill of the call that pays. */
  readonly usage: CallUsage;
  /** When its first byte was written. */
  readonly sentMs: number;
  /** `billed`: a 2xx status line came; `refused`: any other; `lost`: no answer came. */
  settle(outcome: "billed" | "refused" | "lost"): void;
}

/**
 * The bill of this process (service.md 1.5; G-billing). The day's limit is held against the sum of billed, perhaps billed
 * and open requests; an open request counts as spent until it is refused.
 */
export class Bill {
  readonly #clock: Clock;
  readonly #limit: number | undefined;
  readonly #observer: ApiObserver | undefined;
  /** Billed and perhaps billed requests by UTC date, so that a clock set back does not give a day's requests back. */
  readonly #days = new Map<string, Partial<Record<Product, ProductUsage>>>();
  #open = 0;

  constructor(clock: Clock, limit: number | undefined, observer?: ApiObserver) {
    this.#clock = clock;
    this.#limit = limit;
    this.#observer = observer;
  }

  /** The limit, the day's, the caller's or the call's, that forbids another request now. */
  #limitReached(product: Product, usage: CallUsage): Failure | undefined {
    const limit = this.#limit;
    const waitMs = DAY_MS - (this.#clock.nowMs() % DAY_MS);
    if (limit !== undefined && total(this.#days.get(utcDate(this.#clock.nowMs()))) + this.#open >= limit)
      return { kind: "billing_limit", product, scope: "day", limit, waitMs };
    const { allowance } = usage;
    if (allowance?.isSpent())
      return {
        kind: "billing_limit",
        product,
        scope: "caller",
        limit: allowance.limit,
        owner: allowance.owner,
        waitMs,
      };
    if (usage.roomLeft() > 0) return undefined;
    return { kind: "billing_limit", product, scope: "call", limit: usage.maxBillable };
  }

  /** Reserves one request for the call of `usage`, in the tick in which its first byte is written. */
  reserve(product: Product, usage: CallUsage): Result<Reservation> {
    const limit = this.#limitReached(product, usage);
    if (limit !== undefined) return failed(limit);
    this.#open += 1;
    usage.sent();
    const giveBack = usage.allowance?.spend();
    let isSettled = false;
    return success({
      usage,
      sentMs: this.#clock.monotonicMs(),
      settle: (outcome) => {
        if (isSettled) return;
        isSettled = true;
        this.#open -= 1;
        usage.settled(outcome);
        if (outcome === "refused") {
          giveBack?.();
          return;
        }
        this.#count(product, outcome);
        this.#observer?.billed(product, outcome === "billed");
      },
    });
  }

  /** The bills of the latest days, oldest first. */
  usage(): readonly DayUsage[] {
    return [...this.#days].map(([date, products]) => ({ date, products: { ...products } })).slice(-SHOWN_DAYS);
  }

  #count(product: Product, outcome: "billed" | "lost"): void {
    const today = utcDate(this.#clock.nowMs());
    const products = this.#days.get(today) ?? {};
    this.#days.set(today, products);
    const { billed, maybeBilled } = products[product] ?? { billed: 0, maybeBilled: 0 };
    products[product] =
      outcome === "billed" ? { billed: billed + 1, maybeBilled } : { billed, maybeBilled: maybeBilled + 1 };
  }
}

function total(products: DayUsage["products"] = {}): number {
  return Object.values(products).reduce((sum, { billed, maybeBilled }) => sum + billed + maybeBilled, 0);
}
