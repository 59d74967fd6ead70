import type { Fault, SandboxSettings } from "../support/sandbox.ts";

/** The question of one call. */
export type Ask =
  | { readonly kind: "alerts"; readonly minLevel?: string }
  | { readonly kind: "risk"; readonly granularity: string; readonly date: string }
  /** `reference` becomes the `externalShipmentId`. Each call has its own. */
  | { readonly kind: "plan"; readonly reference: string; readonly zip: string }
  | { readonly kind: "package"; readonly id: string };

/** One event of a schedule. */
export type Action =
  | {
      readonly act: "call";
      readonly call: number;
      readonly ask: Ask;
      readonly maxWaitMs: number;
    }
  | { readonly act: "cancel"; readonly call: number }
  | { readonly act: "fault"; readonly fault: Fault }
  /** The service revokes every token so far. */
  | { readonly act: "revoke" }
  | { readonly act: "settings"; readonly change: Partial<SandboxSettings> }
  /** The client's machine sleeps, its process stands still, or its wall clock is set. */
  | { readonly act: "sleep" | "stall" | "setWall"; readonly ms: number }
  /** Cancels open calls and closes the client. */
  | { readonly act: "close" };

export interface Step {
  /** The true time since the start. */
  readonly atMs: number;
  readonly action: Action;
}
