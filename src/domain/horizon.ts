import { dateToUtcMs } from "./calendar.ts";

/**
 * The last day of a forecast's `meta.horizon`, whose shape is not documented (service.md 2.1): the latest of several
 * dates, as in `{ from, to }` or `[first, …, last]`. Undefined for any other shape.
 */
export function horizonEnd(horizon: unknown): string | undefined {
  const members: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  const dates = members.filter((member) => typeof member === "string" && dateToUtcMs(member) !== undefined).sort();
  return dates[0] === dates.at(-1) ? undefined : (dates.at(-1) as string);
}
