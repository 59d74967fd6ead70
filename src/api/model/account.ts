import type { Failure, Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/clock.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** The state that makes the processes of one account act as one client (G-account). Nothing here rejects by itself. */
export interface Account {
  /** Asks leave for one attempt, drawing on `allowances`: it goes, is held back for a while, or is over a limit. */
  admit(product: Product, allowances: readonly Allowance[]): Promise<Settle | { readonly holdMs: number } | Failure>;
  /**
   * Resolves with the value that another process made under `name`, else with that of `make`. `keep` says what the
   * others get of it. Waits within `limits` while another makes it. The value whose id is `unwanted` is due or was
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

/** Tells once how an attempt with leave ended (`unused`: no byte was written), and the cool-down that it began. */
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
