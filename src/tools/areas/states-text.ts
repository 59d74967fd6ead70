import type { Counts } from "../kit/rows.ts";
import { plural } from "../kit/words.ts";

const MAX_STATES = 8;

/** `AZ 5, CA 3`: counts by state, of which many are told by their number. */
export function statesText(counts: Counts): string {
  const states = Object.entries(counts).map(([state, count]) => `${state} ${count}`);
  const rest = states.length - MAX_STATES;
  const more = rest > 0 ? ` and ${plural(rest, "more state")}` : "";
  return `${states.slice(0, MAX_STATES).join(", ")}${more}`;
}

/** `; 8 more (AZ 5, CA 3)`: where lies what is counted and not listed; empty where all is listed. */
export function moreText(counted: Counts, listed: readonly (string | undefined)[], hint: string = ""): string {
  const left = Object.entries(counted)
    .map(([state, count]) => [state, count - listed.filter((each) => each === state).length] as const)
    .filter(([, count]) => count > 0);
  const [first] = left;
  if (first === undefined) return "";
  const where = left.length === 1 ? first[0] : statesText(Object.fromEntries(left));
  const sum = left.reduce((total, [, count]) => total + count, 0);
  return `; ${sum} more (${where}${hint === "" ? "" : `; ${hint}`})`;
}
