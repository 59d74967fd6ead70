import type { NamedCity } from "./city-names.ts";

/** Candidates named in a refusal, and states in a remark. */
const MAX_NAMED = 5;

/** `Portland, OR; Portland, ME or 12 more`. */
export function candidates(cities: readonly Pick<NamedCity, "label">[]): string {
  const labels = cities.slice(0, MAX_NAMED).map(({ label }) => label);
  const more = cities.length - labels.length;
  return more === 0 ? either(labels) : `${labels.join("; ")} or ${more} more`;
}

/** What was perhaps meant, or what to write where nothing is near. */
export function didYouMean(cities: readonly Pick<NamedCity, "label">[]): string {
  const labels = [...new Set(cities.map(({ label }) => label))];
  return labels.length === 0 ? "; write City, ST, a ZIP or a state" : `; did you mean ${either(labels.slice(0, 3))}?`;
}

/** `a; b or c`. */
export function either(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join("; ")} or ${labels.at(-1)}`;
}

/** `AL, CT and 3 more`. */
export function listed(states: readonly string[]): string {
  const shown = states.slice(0, MAX_NAMED).join(", ");
  return states.length > MAX_NAMED ? `${shown} and ${states.length - MAX_NAMED} more` : shown;
}
