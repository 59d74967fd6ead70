import { dayText } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
export function periodText({ dates, horizon, unavailable }: RiskFacts): string {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = isEndOf(horizon, last) ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** True if `date` is the last of several values in `horizon`, whose shape is not documented (service.md 2.1). */
function isEndOf(horizon: unknown, date: string): boolean {
  const values: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  return values.length > 1 && values.at(-1) === date && values[0] !== date;
}
