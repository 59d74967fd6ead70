import type { EVENT_CODES } from "../invented.ts";

type EventName = keyof typeof EVENT_CODES;

/** Hours relative to the anchor, what happened, and the ZIP code where. */
export type Scan = readonly [atHour: number, name: EventName, zip: string];

/** What is told of a package; what is left out has a plain default. Hours are relative to the anchor (see packages.ts). */
export interface Story {
  readonly order: string | null;
  readonly tracking: string | null;
  readonly status: string | null;
  readonly carrier?: "CarrierA" | "CarrierB" | "CarrierC";
  readonly carrierService?: string | null;
  readonly to: string;
  readonly location?: string;
  readonly weight?: number;
  readonly tier?: number;
  readonly refrigerated?: boolean;
  readonly signature?: boolean;
  readonly reIced?: boolean;
  readonly manifest?: number;
  /** Hours relative to the anchor; the original schedule is the same unless given. */
  readonly scheduled?: number;
  readonly original?: number | null;
  readonly delivered?: number;
  readonly scans: readonly Scan[] | null;
  /** How events name their zone. */
  readonly zones?: "iana" | "abbreviated";
}
