import type { Clock } from "../runtime/clock.ts";
import { type Failure, failed, type Product, type Result, success } from "./failure.ts";
import type { CallUsage } from "./usage.ts";

const DAY_MS = 86_400_000;

/** One request that may be billed, from before it is sent until its fate is known. Settled exactly once. */
export interface Reservation {
  /** The request is being written. */
  sent(): void;
  /** `billed`: a 2xx status line came; `refused`: any other; `lost`: sent, but no answer came. Unsent ones are just given back. */
  settle(outcome: "billed" | "refused" | "lost"): void;
  /** Settles as the last word: given back when never sent, `lost` when sent and not settled yet. */
  release(): void;
}

/** What one product was billed since the start. */
export interface ProductBill {
  billed: number;
  maybeBilled: number;
}

/**
 * The bill of this process (spec 1.5; DESIGN 4, billing): reserved before sending, given back on refusal. The daily limit
 * is held against the sum of billed, perhaps billed and open requests, so that it is never exceeded. A request that
 * is open at midnight counts for both days, since either may be the one it is billed on.
 */
export class Billing {
  readonly #clock: Clock;
  readonly #limit: number | undefined;
  readonly #bills = new Map<Product, ProductBill>();
  #day = 0;
  #today = 0;
  #open = 0;

  constructor(clock: Clock, limit: number | undefined) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Reserves one billable request for `usage`, or says which limit forbids it. */
  reserve(product: Product, usage: CallUsage): Result<Reservation> {
    this.#turnDay();
    if (this.#limit !== undefined && this.#today + this.#open >= this.#limit) {
      const waitMs = DAY_MS - (this.#clock.nowMs() % DAY_MS);
      return failed({
        kind: "billing_limit",
        product,
        scope: "day",
        limit: this.#limit,
        waitMs,
      });
    }
    if (usage.roomLeft() === 0) return failed(callLimit(product, usage));
    this.#open += 1;
    usage.reserved();
    return success(this.#reservation(product, usage));
  }

  bill(product: Product): ProductBill {
    let bill = this.#bills.get(product);
    if (bill === undefined) {
      bill = { billed: 0, maybeBilled: 0 };
      this.#bills.set(product, bill);
    }
    return bill;
  }

  #reservation(product: Product, usage: CallUsage): Reservation {
    let state: "reserved" | "sent" | "settled" = "reserved";
    const settle = (outcome: "billed" | "refused" | "lost" | "unsent"): void => {
      if (state === "settled") return;
      state = "settled";
      this.#turnDay();
      this.#open -= 1;
      if (outcome === "billed" || outcome === "lost") this.#today += 1;
      if (outcome === "billed") this.bill(product).billed += 1;
      if (outcome === "lost") this.bill(product).maybeBilled += 1;
      usage.settled(outcome);
    };
    return {
      sent: () => {
        state = "sent";
        usage.sent();
      },
      settle,
      release: () => settle(state === "sent" ? "lost" : "unsent"),
    };
  }

  #turnDay(): void {
    const day = Math.floor(this.#clock.nowMs() / DAY_MS);
    // A clock set back does not give the day's requests back.
    if (day <= this.#day) return;
    this.#day = day;
    this.#today = 0;
  }
}

function callLimit(product: Product, usage: CallUsage): Failure {
  return {
    kind: "billing_limit",
    product,
    scope: "call",
    limit: usage.maxBillable,
  };
}
