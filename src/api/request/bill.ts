import { utcDate } from "../../domain/calendar.ts";
import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import type { GiveBack } from "../model/account.ts";
import { Allowance } from "../model/allowance.ts";
import type { ApiOptions, Call } from "../model/api.ts";
import type { DayUsage, ProductUsage } from "../model/status.ts";
import type { CallUsage } from "../model/usage.ts";
import type { RequestCallers } from "./callers.ts";

const SHOWN_DAYS = 3;

export interface Payment {
  readonly payer: CallUsage;
  /** Call it in the tick that writes the first byte. False if the payer left or reached a limit meanwhile. */
  trySpend(): boolean;
  /** Call it once. `unsent`: no byte went out; `lost`: no status line came back; `billed`: a 2xx came. */
  settle(outcome: "unsent" | "billed" | "refused" | "lost"): void;
}

/** The bill of this process (service.md 1.5; G-billing). An open request counts as spent until it is refused. */
export class Bill {
  readonly #options: ApiOptions;
  readonly #accountAllowance: Allowance;
  /** By UTC day from 1970. */
  readonly #days = new Map<number, Partial<Record<Product, ProductUsage>>>();

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#accountAllowance = new Allowance(options.config.billableLimit ?? Number.POSITIVE_INFINITY);
  }

  /** The oldest waiting call whose limits allow it pays. If none do, fails with the oldest's. */
  async preparePayment(product: Product, callers: RequestCallers): Promise<Result<Payment>> {
    let oldest: { readonly call: Call; readonly failure: Failure } | undefined;
    // Calls of one principal share a limit, and all processes need to be asked for it once.
    const spent = new Set<Allowance | undefined>();
    for (const call of callers.calls()) {
      const payer = call.usage;
      if (spent.has(payer.allowance)) continue;
      const claimed = await this.#claimFromAll(product, payer);
      if (claimed.ok) return success(this.#paymentBy(payer, product, callers, claimed.value));
      const { failure } = claimed;
      oldest ??= { call, failure };
      if (failure.kind === "billing_limit" && failure.scope !== "call") spent.add(payer.allowance);
    }
    if (oldest === undefined) return failed({ kind: "cancelled", product });
    callers.noteCallAtLimit(oldest.call);
    return failed(oldest.failure);
  }

  /** Oldest day first. */
  usage(): readonly DayUsage[] {
    const latest = [...this.#days].sort(([a], [b]) => a - b).slice(-SHOWN_DAYS);
    return latest.map(([day, products]) => ({ date: utcDate(day * DAY_MS), products: { ...products } }));
  }

  /** Fails if a limit of this process or of all is reached. */
  async #claimFromAll(product: Product, payer: CallUsage): Promise<Result<GiveBack>> {
    const limit = this.#limitReached(product, payer);
    if (limit !== undefined) return failed(limit);
    return (await this.#options.account?.claim(product, this.#allowancesOf(payer))) ?? success(() => undefined);
  }

  #paymentBy(payer: CallUsage, product: Product, callers: RequestCallers, giveBackToAll: GiveBack): Payment {
    const { clock, observer } = this.#options;
    const givingBack = [giveBackToAll];
    let sentAtMs = 0;
    return {
      payer,
      trySpend: () => {
        const isWaiting = callers.calls().some(({ usage }) => usage === payer);
        if (!isWaiting || this.#limitReached(product, payer) !== undefined) return false;
        sentAtMs = clock.nowMs();
        payer.sent();
        for (const allowance of this.#allowancesOf(payer)) givingBack.push(allowance.spend(sentAtMs));
        return true;
      },
      settle: (outcome) => {
        if (outcome !== "unsent") payer.settled(outcome);
        if (outcome === "unsent" || outcome === "refused") {
          for (const giveBack of givingBack) giveBack();
          return;
        }
        this.#record(Math.floor(sentAtMs / DAY_MS), product, outcome);
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

  #allowancesOf({ allowance }: CallUsage): readonly Allowance[] {
    return allowance === undefined ? [this.#accountAllowance] : [this.#accountAllowance, allowance];
  }

  #record(day: number, product: Product, outcome: "billed" | "lost"): void {
    const products = this.#days.get(day) ?? {};
    this.#days.set(day, products);
    const { billed, maybeBilled } = products[product] ?? { billed: 0, maybeBilled: 0 };
    products[product] =
      outcome === "billed" ? { billed: billed + 1, maybeBilled } : { billed, maybeBilled: maybeBilled + 1 };
  }
}
