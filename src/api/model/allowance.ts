import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";

type Exceeded = Extract<Failure, { kind: "billing_limit"; scope: "day" | "caller" }>;

/** A limit of billable requests in a UTC day, for all principals together or for one. */
export class Allowance {
  readonly limit: number;
  /** The principal's id, the same in every process. Undefined for the limit of all together. */
  readonly principal: string | undefined;
  /** The operator's name for the principal, if any. */
  readonly owner: string | undefined;
  /** In days since 1970 (UTC). */
  #day = 0;
  #spent = 0;

  constructor(limit: number, principal?: string, owner?: string) {
    this.limit = limit;
    this.principal = principal;
    this.owner = owner;
  }

  isSpent(nowMs: number): boolean {
    return this.spentOn(nowMs) >= this.limit;
  }

  /** By this process, in the UTC day of `nowMs`. */
  spentOn(nowMs: number): number {
    this.#begin(nowMs);
    return this.#spent;
  }

  /** The result gives the request back, if the service refuses it. */
  spend(nowMs: number): () => void {
    this.#begin(nowMs);
    const day = this.#day;
    this.#spent += 1;
    return () => {
      if (day === this.#day) this.#spent -= 1;
    };
  }

  exceeded(product: Product, nowMs: number): Exceeded {
    const { limit, principal, owner } = this;
    const common = { kind: "billing_limit", product, limit, waitMs: DAY_MS - (nowMs % DAY_MS) } as const;
    return principal === undefined ? { ...common, scope: "day" } : { ...common, scope: "caller", owner };
  }

  /** Setting the clock back frees no requests. */
  #begin(nowMs: number): void {
    const today = Math.floor(nowMs / DAY_MS);
    if (today > this.#day) this.#spent = 0;
    this.#day = Math.max(this.#day, today);
  }
}
