import type { SandboxSettings } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";

/** The question of one call. */
export type Ask =
  | { readonly kind: "alerts"; readonly minLevel?: string }
  | { readonly kind: "risk"; readonly granularity: string; readonly date: string }
  /** `reference` is its `externalShipmentId`, one of its own for each call, by which its POSTs are told apart. */
  | { readonly kind: "plan"; readonly reference: string; readonly zip: string }
  | { readonly kind: "package"; readonly id: string };

/** One event of a schedule. */
export type Action =
  | {
      readonly act: "call";
      readonly call: number;
      readonly ask: Ask;
      readonly maxWaitMs: number;
      /** Made as soon as that call has ended, so many turns of the microtask queue later. */
      readonly after?: { readonly call: number; readonly turns: number };
    }
  | { readonly act: "cancel"; readonly call: number }
  | { readonly act: "fault"; readonly fault: Fault }
  /** Every token so far becomes invalid. */
  | { readonly act: "revoke" }
  | { readonly act: "settings"; readonly change: Partial<SandboxSettings> }
  /** The client's machine sleeps; its process stands still; its wall clock is set. */
  | { readonly act: "sleep" | "stall" | "setWall"; readonly ms: number }
  /** Faults that nothing met are taken back. */
  | { readonly act: "calm" }
  /** The client is closed, calls under way included. */
  | { readonly act: "close" };

export interface Step {
  /** True time since the start. */
  readonly atMs: number;
  readonly action: Action;
}
