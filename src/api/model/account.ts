import type { Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/waiting.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** Makes the processes of one account act as one client (G-account). Never rejects. */
export interface Account {
  /** Claims one attempt against `allowances`, unless it passes a limit of all processes together. */
  claim(product: Product, allowances: readonly Allowance[]): Promise<Result<GiveBack>>;
  /** The rest of a cool-down that another process began; 0 without one. */
  coolDownLeftMs(product: Product): Promise<number>;
  /** Tells the other processes of a cool-down. */
  beginCoolDown(product: Product, waitMs: number): void;
  /** The value that another process made under `name`. Waits for it within `limits`, or makes it for all. */
  share<T extends Made>(name: string, limits: WaitLimits, recipe: Recipe<T>): Promise<Result<T>>;
  /** The key of the callers' pseudonyms: random, and the same in every process while Redis answers. */
  pseudonymKey(): Promise<Uint8Array>;
  status(): AccountStatus;
  close(): Promise<void>;
}

/** Takes an attempt off the bill of all processes: it was not sent, or the service refused it. */
export type GiveBack = () => void;

/** A value of the service, and when this or another process sent its request (`monotonicMs`). */
export interface Made {
  readonly sentMs: number;
}

/** How one process makes a value for all. */
export interface Recipe<T extends Made> {
  make(): Promise<Result<T>>;
  /** The age until which the others get the value; 0 to share it with none. */
  lifeMs(made: T): number;
  /** Whether the value of another process will do. Default: any will. */
  isWanted?(value: T): boolean;
}
