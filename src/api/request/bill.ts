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

/** One request that `payer` is to pay for. */
export interface Claim {
  readonly payer: CallUsage;
  /** Spends the request, in the tick that writes its first byte. False if a limit was reached meanwhile. */
  spend(): boolean;
  /**
   * `unsent`: it was not spent; `billed`: a 2xx status line came; `refused`: any other came; `lost`: none came. Only the
   * first outcome counts.
   */
  settle(outcome: "unsent" | "billed" | "refused" | "lost"): void;
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

  /** Claims one request for `payer`, from all processes. Fails if a limit of this process or of all is reached. */
  async claim(product: Product, payer: CallUsage): Promise<Result<Claim>> {
    const limit = this.#limitReached(product, payer);
    if (limit !== undefined) return failed(limit);
    const claimed = await this.#options.account?.claim(product, this.#allowancesOf(payer));
    if (claimed?.ok === false) return claimed;
    return success(this.#claimOf(product, payer, claimed?.value));
  }

  /** The bills of the latest days, oldest first. */
  usage(): readonly DayUsage[] {
    const latest = [...this.#days].sort(([a], [b]) => a - b).slice(-SHOWN_DAYS);
    return latest.map(([day, products]) => ({ date: utcDate(day * DAY_MS), products: { ...products } }));
  }

  #claimOf(product: Product, payer: CallUsage, giveBackToAll: GiveBack = () => undefined): Claim {
    const { clock, observer } = this.#options;
    const givingBack = [giveBackToAll];
    let sentMs = 0;
    let isSettled = false;
    return {
      payer,
      spend: () => {
        if (this.#limitReached(product, payer) !== undefined) return false;
        sentMs = clock.nowMs();
        payer.sent();
        for (const allowance of this.#allowancesOf(payer)) givingBack.push(allowance.spend(sentMs));
        return true;
      },
      settle: (outcome) => {
        if (isSettled) return;
        isSettled = true;
        if (outcome !== "unsent") payer.settled(outcome);
        if (outcome === "unsent" || outcome === "refused") {
          for (const giveBack of givingBack) giveBack();
          return;
        }
        this.#record(Math.floor(sentMs / DAY_MS), product, outcome);
        observer?.billed(product, outcome === "billed");
      },
    };
  }

  #limitReached(product: Product, payer: CallUsage): Failure | undefined {
    const nowMs = this.#options.clock.nowMs();
    const spent = this.#allowancesOf(payer).find((allowance) => allowance.isSpent(nowMs));
    if (spent !== undefined) return spent.exceeded(product, nowMs);
    if (payer.roomLeft() > 0) return undefined;
    return { kind: "billing_limit", product, scope: "call", limit: payer.maxBillable };
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
