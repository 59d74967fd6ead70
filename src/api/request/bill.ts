import { utcDate } from "../../domain/calendar.ts";
import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import type { GiveBack } from "../model/account.ts";
import { Allowance } from "../model/allowance.ts";
import type { ApiOptions } from "../model/api.ts";
import type { DayUsage, ProductUsage } from "../model/status.ts";
import type { CallUsage } from "../model/usage.ts";

/** The most days that a status report shows. */
const SHOWN_DAYS = 3;

/** One request that may be billed, from its first byte until its outcome is known. */
export interface Reservation {
  /** `billed`: a 2xx status line came; `refused`: any other came; `lost`: none came. Only the first call counts. */
  settle(outcome: "billed" | "refused" | "lost"): void;
}

/** The bill of this process (service.md 1.5; G-billing). An open request counts as spent until it is refused. */
export class Bill {
  readonly #options: ApiOptions;
  readonly #ofDay: Allowance;
  /** Counts of billed and perhaps billed requests, by UTC day from 1970. */
  readonly #days = new Map<number, Partial<Record<Product, ProductUsage>>>();

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#ofDay = new Allowance(options.config.billableLimit ?? Number.POSITIVE_INFINITY);
  }

  /** Claims one attempt of the call for all processes. Fails if a limit of this process or of all is reached. */
  async claim(product: Product, usage: CallUsage): Promise<Result<GiveBack>> {
    const refusal = this.refusal(product, usage);
    if (refusal !== undefined) return failed(refusal);
    return (await this.#options.account?.claim(product, this.#allowancesOf(usage))) ?? success(() => undefined);
  }

  /** Why the call cannot pay for a request: a limit is reached. */
  refusal(product: Product, usage: CallUsage): Failure | undefined {
    const nowMs = this.#options.clock.nowMs();
    const reached = this.#allowancesOf(usage).find((allowance) => allowance.isSpent(nowMs));
    if (reached !== undefined) return reached.exceeded(product, nowMs);
    return usage.roomLeft() > 0
      ? undefined
      : { kind: "billing_limit", product, scope: "call", limit: usage.maxBillable };
  }

  /** Reserves one request, in the tick that writes its first byte. */
  reserve(product: Product, usage: CallUsage, giveBackToAll: GiveBack): Reservation {
    const { clock, observer } = this.#options;
    usage.sent();
    const day = Math.floor(clock.nowMs() / DAY_MS);
    const givingBack = this.#allowancesOf(usage).map((allowance) => allowance.spend(clock.nowMs()));
    let isSettled = false;
    return {
      settle: (outcome) => {
        if (isSettled) return;
        isSettled = true;
        usage.settled(outcome);
        if (outcome === "refused") {
          for (const giveBack of [giveBackToAll, ...givingBack]) giveBack();
          return;
        }
        this.#record(day, product, outcome);
        observer?.billed(product, outcome === "billed");
      },
    };
  }

  /** The bills of the latest days, oldest first. */
  usage(): readonly DayUsage[] {
    const latest = [...this.#days].sort(([a], [b]) => a - b).slice(-SHOWN_DAYS);
    return latest.map(([day, products]) => ({ date: utcDate(day * DAY_MS), products: { ...products } }));
  }

  /** The daily limits that a request of this call counts against: the account's, and the principal's if any. */
  #allowancesOf({ allowance }: CallUsage): readonly Allowance[] {
    return allowance === undefined ? [this.#ofDay] : [this.#ofDay, allowance];
  }

  #record(day: number, product: Product, outcome: "billed" | "lost"): void {
    const products = this.#days.get(day) ?? {};
    this.#days.set(day, products);
    const { billed, maybeBilled } = products[product] ?? { billed: 0, maybeBilled: 0 };
    products[product] =
      outcome === "billed" ? { billed: billed + 1, maybeBilled } : { billed, maybeBilled: maybeBilled + 1 };
  }
}
