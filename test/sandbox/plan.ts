import { ShiftedClock } from "../support/shifted-clock.ts";

/** The smallest request that the sandbox plans. */
export const PLAN = {
  origin: { zipCode: "38118" },
  destination: { zipCode: "10001" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

/** A date in UTC, counted in days from the start of these tests' sandboxes. */
export function inDays(days: number): string {
  return new Date(new ShiftedClock().nowMs() + days * 86_400_000).toISOString().slice(0, 10);
}
