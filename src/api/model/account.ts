import type { Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/clock.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** Makes the processes of one account act as one client (G-account). Never rejects. */
export interface Account {
  /** Counts one attempt against the account and `allowances`, unless it passes a limit of all processes together. */
  count(product: Product, allowances: readonly Allowance[]): Promise<Result<Counted>>;
  /** Tells the other processes of a cool-down. */
  coolDown(product: Product, waitMs: number): void;
  /**
   * Takes the value that another process made under `name`, unless it is not `isWanted`. Waits within `limits` while
   * another process makes it. Without a value, the caller must make it and end its turn.
   */
  take<T extends Made>(name: string, limits: WaitLimits, isWanted?: (value: T) => boolean): Promise<Taken<T>>;
  status(): AccountStatus;
  close(): Promise<void>;
}

/** One attempt in the bill of all processes. */
export interface Counted {
  /** The rest of a cool-down that another process began; 0 without one. */
  readonly coolDownMs: number;
  /** Takes the attempt off the bill: it was not sent, or the service refused it. */
  giveBack(): void;
}

/** A value of the service, and when this or another process sent its request (`monotonicMs`). */
export interface Made {
  readonly sentMs: number;
}

/** The value of another process, if any; else a turn to make it. */
export interface Taken<T> {
  readonly value?: T;
  /** Ends the turn. The other processes get `value` until its age is `lifeMs`. Only the first call counts. */
  end(value?: T, lifeMs?: number): void;
}
