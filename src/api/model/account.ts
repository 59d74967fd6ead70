import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { WaitLimits } from "../../runtime/clock.ts";
import type { AccountStatus } from "./status.ts";
import type { CallUsage } from "./usage.ts";

/** The state that makes the processes of one account act as one client (G-account). Nothing here rejects. */
export interface Account {
  /** Asks leave for one attempt: it goes, its product is held back for a while, or a limit is spent. */
  admit(product: Product, payer: CallUsage): Promise<Settle | { readonly holdMs: number } | Failure>;
  /**
   * The value of `name`, else the lease to make it. Waits within `limits` while another process makes it. `known` is not
   * wanted again; where it was refused, nobody else gets it either.
   */
  take(name: string, limits: WaitLimits, known?: KnownValue): Promise<SharedValue | Lease>;
  status(): AccountStatus;
  close(): Promise<void>;
}

/**
 * Tells what became of an attempt that has leave. `unused`: no byte was written. `holdMs`: the cool-down that its answer began.
 * Only the first call counts.
 */
export type Settle = (fate: "billed" | "refused" | "lost" | "unused", holdMs?: number) => void;

export interface KnownValue {
  readonly id: number;
  readonly isRefused: boolean;
}

/** Something that a process of the account put there `ageMs` ago. */
export interface SharedValue {
  readonly id: number;
  readonly json: unknown;
  readonly ageMs: number;
}

/** The leave to make a value. It ends with `put` or `release`; an older one never replaces the value of a newer. */
export interface Lease {
  /** The id that its value will have. */
  readonly id: number;
  /** Shares a value that is `ageMs` old, until it is `lifeMs` old. */
  put(json: unknown, ageMs: number, lifeMs: number): void;
  release(): void;
}
