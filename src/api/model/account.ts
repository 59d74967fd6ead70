import type { Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/waiting.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountStatus } from "./status.ts";

/** Makes the processes of one account act as one client (G-account). Never rejects. */
export interface Account {
  /** Claims one attempt against `allowances`, unless it passes a limit of all processes together. */
  claim(product: Product, allowances: readonly Allowance[]): Promise<Result<GiveBack>>;
  /** Of a cool-down that another process began. */
  coolDownLeftMs(product: Product): Promise<number>;
  beginCoolDown(product: Product, waitMs: number): void;
  /** The value that another process made under `name`, or makes within `limits`. Else this one makes it for all. */
  getOrMake<T extends Timed>(name: string, limits: WaitLimits, recipe: Recipe<T>): Promise<Result<T>>;
  /** Random, and the same in every process while Redis answers. */
  pseudonymKey(): Promise<Uint8Array>;
  status(): AccountStatus;
  close(): Promise<void>;
}

/** For an attempt that was not sent, or that the service refused. */
export type GiveBack = () => void;

/** A value of the service. This or another process sent its request at `sentMs` (`monotonicMs`). */
export interface Timed {
  readonly sentMs: number;
}

export interface Recipe<T extends Timed> {
  make(): Promise<Result<T>>;
  /** The age until which the other processes get the value; 0 to share it with none. */
  lifeMs(made: T): number;
  /** Whether the value of another process will do. Default: any will. */
  isWanted?(value: T): boolean;
}
