import type { Failure, Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/clock.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** Makes the processes of one account act as one client (G-account). Rejects only if `make` does. */
export interface Account {
  /** Asks to admit one attempt, which draws on `allowances`. Gives its `Settle`, a time to hold back, or a failure. */
  admit(product: Product, allowances: readonly Allowance[]): Promise<Settle | { readonly holdMs: number } | Failure>;
  /**
   * Resolves with the value that another process made under `name`, else with that of `make`. Waits within `limits`
   * while another process makes it. `keep` decides what the other processes get. The value with the id `unwanted` is
   * due for renewal or was refused: no process gets it again.
   */
  share<T extends Made>(
    name: string,
    limits: WaitLimits,
    make: () => Promise<Result<T>>,
    keep: (made: Result<T>) => Kept<T> | Promise<Kept<T>>,
    unwanted?: number,
  ): Promise<Result<T & { readonly id?: number }>>;
  /** The clock that decides when the account's day ends (epoch). */
  nowMs(): number;
  status(): AccountStatus;
  close(): Promise<void>;
}

/** Reports once how an admitted attempt ended (`unused`: no byte was written), and any cool-down that it began. */
export type Settle = (fate: "billed" | "refused" | "lost" | "unused", holdMs?: number) => void;

/** A value of the service, and when this or another process sent its request (`monotonicMs`). */
export interface Made {
  readonly sentMs: number;
}

/** The outcome that the other processes get until its age reaches `lifeMs`. With 0, they get none. */
export interface Kept<T> {
  readonly made: Result<T>;
  readonly lifeMs: number;
}
