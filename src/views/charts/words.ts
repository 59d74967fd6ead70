import { shortDay } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { utcMinute } from "../../domain/datetime.ts";
import { textOf } from "../../domain/record.ts";
import { isInUs, type Json, membersOf, shownText } from "./json.ts";

export type Parts = readonly (string | false | undefined)[];

export function joined(parts: Parts, separator: string = ", "): string {
  return compact(...parts).join(separator);
}

/** `Memphis, TN` of an address, a scan or an end of a plan; abroad with the country. */
export function cityLabel(place: unknown): string {
  const { city, state, country } = membersOf(place);
  return joined([shownText(city), shownText(state), !isInUs(country) && shownText(country)]);
}

/** `riskLevel Low, score 3`: the plain members of a record, except those in `without`. */
export function membersText(record: Json, ...without: readonly string[]): string {
  const plain = Object.entries(record).filter(([name, value]) => {
    return !without.includes(name) && textOf(value) !== "";
  });
  return plain.map(([name, value]) => `${shownText(name, 40)} ${shownText(value, 60)}`).join(", ");
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(written: string): string {
  return shortDay(written.slice(0, 10)) ?? "";
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}

export function utcLabel(timestamp: string): string {
  return utcMinute(timestamp) ?? timestamp;
}
