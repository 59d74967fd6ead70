import type { sdk1Objection, serveSdk1 } from "../../server/sdk1.ts";
import type { createSdk2Handler, isOfEarlierEra } from "../../server/sdk2.ts";

/** The adapters of both eras, each loaded when a request first needs it (DESIGN 7). */
export interface Adapters {
  sdk1(): Promise<{ readonly serveSdk1: typeof serveSdk1; readonly sdk1Objection: typeof sdk1Objection }>;
  sdk2(): Promise<{
    readonly createSdk2Handler: typeof createSdk2Handler;
    readonly isOfEarlierEra: typeof isOfEarlierEra;
  }>;
}

export const ADAPTERS: Adapters = {
  sdk1: () => import("../../server/sdk1.ts"),
  sdk2: () => import("../../server/sdk2.ts"),
};
