import type { Failure, Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/clock.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** The state that makes the processes of one account act as one client (G-account). Nothing here rejects by itself. */
export interface Account {
  /**
   * Asks leave for one attempt, and draws what it may spend of `allowances`: it goes, its product is held back for a while, or a
   * limit is reached.
   */
  admit(product: Product, allowances: readonly Allowance[]): Promise<Settle | { readonly holdMs: number } | Failure>;
  /**
   * Resolves with the value that another process made under `name`, or with that of `make`, where `keep` says what the others
   * get of it. While another process makes the value, it waits within `limits`. The value whose id is `unwanted` is due or was
   * refused: no process gets it again.
   */
  share<T extends Made>(
    name: string,
    limits: WaitLimits,
    make: () => Promise<Result<T>>,
    keep: (made: Result<T>) => Kept<T> | Promise<Kept<T>>,
    unwanted?: number,
  ): Promise<Result<T & { readonly id?: number }>>;
  /** The time by which the account's day ends (epoch). */
  nowMs(): number;
  status(): AccountStatus;
  close(): Promise<void>;
}

/**
 * Tells once what became of an attempt that has leave. `unused`: no byte was written. `holdMs`: the cool-down that its answer
 * began.
 */
export type Settle = (fate: "billed" | "refused" | "lost" | "unused", holdMs?: number) => void;

/** A value of the service, and when this process, or another, asked for it (`monotonicMs`). */
export interface Made {
  readonly sentMs: number;
}

/** The outcome that the other processes get until it is so old; one of no age is kept from them. */
export interface Kept<T> {
  readonly made: Result<T>;
  readonly lifeMs: number;
}
