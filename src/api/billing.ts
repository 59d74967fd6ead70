import type { Clock } from "../runtime/clock.ts";
import { type Failure, failed, type Product, type Result, success } from "./failure.ts";
import type { ApiObserver } from "./observer.ts";
import type { DayUsage, ProductUsage } from "./status.ts";
import type { CallUsage } from "./usage.ts";
import { type WaitLimits, within } from "./wait.ts";

const DAY_MS = 86_400_000;

/** How long after a request was given up the service may still bill it. */
const LATE_BILL_MS = 600_000;

/** How many days are remembered. */
const MAX_DAYS = 3;

/** Who pays, read anew at every use: of a shared request those who wait for it may change. */
interface Payer extends WaitLimits {
  readonly usage: CallUsage;
  /** Calls `tell` once somebody comes who may pay too. */
  onJoined?(tell: () => void): void;
}

/** One request that may be billed, from before it is sent until its fate is known. Settled exactly once. */
export interface Reservation {
  /**
   * Whether it may be sent: whoever reserved it may have left meanwhile, and then it is for the next one that has room;
   * and the clock may have been set to a day that has none. `false` when neither has.
   */
  isPaid(): boolean;
  /** The request is being written. */
  sent(): void;
  /** `billed`: a 2xx status line came; `refused`: any other; `lost`: sent, but no answer came. Unsent ones are just given back. */
  settle(outcome: "billed" | "refused" | "lost"): void;
  /** Settles as the last word: given back when never sent, `lost` when sent and not settled yet. */
  release(): void;
}

/**
 * The bill of this process (spec 1.5; DESIGN 4, billing): reserved before sending, given back on refusal. The daily limit
 * is held against the sum of billed, perhaps billed and open requests, so that it is never exceeded. A request that
 * is open at midnight counts for both days, since either may be the one it is billed on.
 */
export class Billing {
  readonly #clock: Clock;
  readonly #limit: number | undefined;
  readonly #observer: ApiObserver | undefined;
  /** Billed and perhaps billed requests by UTC day, so that a clock set back does not give a day's requests back. */
  readonly #days = new Map<number, Map<Product, ProductUsage>>();
  #open = 0;
  readonly #onSettled: (() => void)[] = [];

  constructor(clock: Clock, limit: number | undefined, observer?: ApiObserver) {
    this.#clock = clock;
    this.#limit = limit;
    this.#observer = observer;
  }

  /**
   * Reserves one billable request for `payer`, or says which limit forbids it. While only requests still open stand in
   * the way, it waits for them as long as `payer` may: they may be refused, and then give their place back.
   */
  async reserve(product: Product, payer: Payer): Promise<Result<Reservation>> {
    for (;;) {
      const { usage } = payer;
      const today = this.#today();
      const reached = this.#reached(product, usage, today);
      if (reached !== undefined) return failed(reached);
      const isDayOpen = this.#limit === undefined || today + this.#open < this.#limit;
      if (isDayOpen && usage.roomLeft() > 0) break;
      const changed = new Promise<void>((resolve) => {
        this.#onSettled.push(resolve);
        payer.onJoined?.(resolve);
      });
      const waited = await within(this.#clock, changed, payer);
      if (waited.by === "signal") return failed({ kind: "cancelled", product });
      if (waited.by === "deadline") return failed(this.#dayLimit(product) ?? usage.limitReached(product));
    }
    this.#open += 1;
    return success(this.#reservation(product, payer));
  }

  /** The limit that is reached for certain, open requests aside. */
  #reached(product: Product, usage: CallUsage, today: number): Failure | undefined {
    const day = this.#dayLimit(product);
    if (day !== undefined && today >= day.limit) return day;
    return usage.isSpent() ? usage.limitReached(product) : undefined;
  }

  #dayLimit(product: Product): Extract<Failure, { scope: "day" }> | undefined {
    if (this.#limit === undefined) return undefined;
    const waitMs = DAY_MS - (this.#clock.nowMs() % DAY_MS);
    return { kind: "billing_limit", product, scope: "day", limit: this.#limit, waitMs };
  }

  #reservation(product: Product, payer: Payer): Reservation {
    let { usage } = payer;
    usage.reserved();
    let isSent = false;
    let isSettled = false;
    const settle = (outcome: "billed" | "refused" | "lost" | "unsent"): void => {
      if (isSettled) return;
      isSettled = true;
      this.#open -= 1;
      if (outcome === "billed" || outcome === "lost") {
        this.#count(this.#day(), product, outcome);
        this.#observer?.billed(product, outcome === "billed");
      }
      // What was given up before midnight may still be answered, and billed, after it.
      const laterDay = this.#day(LATE_BILL_MS);
      if (outcome === "lost" && laterDay !== this.#day()) this.#count(laterDay, product, outcome);
      usage.settled(outcome);
      for (const resolve of this.#onSettled.splice(0)) resolve();
    };
    return {
      isPaid: () => {
        usage.settled("unsent");
        usage = payer.usage;
        const hasRoom = usage.roomLeft() > 0;
        usage.reserved();
        // This one is among the open requests.
        return hasRoom && (this.#limit === undefined || this.#today() + this.#open <= this.#limit);
      },
      sent: () => {
        isSent = true;
        usage.sent();
      },
      settle,
      release: () => settle(isSent ? "lost" : "unsent"),
    };
  }

  /** What each of the latest days was billed, oldest first. */
  usage(): readonly DayUsage[] {
    return [...this.#days]
      .sort(([a], [b]) => a - b)
      .map(([day, products]) => ({
        date: new Date(day * DAY_MS).toISOString().slice(0, 10),
        products: Object.fromEntries(products),
      }));
  }

  #today(): number {
    return total(this.#days.get(this.#day()));
  }

  #count(day: number, product: Product, outcome: "billed" | "lost"): void {
    const products = this.#days.get(day) ?? new Map<Product, ProductUsage>();
    const { billed, maybeBilled } = products.get(product) ?? { billed: 0, maybeBilled: 0 };
    products.set(
      product,
      outcome === "billed" ? { billed: billed + 1, maybeBilled } : { billed, maybeBilled: maybeBilled + 1 },
    );
    this.#days.set(day, products);
    const [oldest] = this.#days.keys();
    if (this.#days.size > MAX_DAYS && oldest !== undefined) this.#days.delete(oldest);
  }

  #day(aheadMs: number = 0): number {
    return Math.floor((this.#clock.nowMs() + aheadMs) / DAY_MS);
  }
}

function total(products: ReadonlyMap<Product, ProductUsage> | undefined): number {
  let sum = 0;
  for (const { billed, maybeBilled } of products?.values() ?? []) sum += billed + maybeBilled;
  return sum;
}
