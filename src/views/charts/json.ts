import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { compareLevels, type LevelOrder, NO_LEVEL, severityOf } from "../../domain/level-order.ts";
import { type JsonRecord as Json, numberOrNull, recordOf, textOf } from "../../domain/record.ts";
import { joined } from "./answer-chart.ts";

export type { Json };

export function membersOf(value: unknown): Json {
  return recordOf(value) ?? {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter((item): item is Json => typeof item === "object" && item !== null);
}

/** A text, number or flag as cleaned text. Anything else gives an empty text. */
export function shownText(value: unknown, maxChars: number = 80): string {
  return cleanText(textOf(value), maxChars);
}

export function textsOf(value: unknown): readonly string[] {
  return compact(...listOf(value).map((item) => shownText(item, 200)));
}

/** Up to a billion. No hours, minutes, prices or counts exceed a billion, and dates can hold as many hours. */
export function numberOf(value: unknown): number | undefined {
  const number = numberOrNull(value);
  return number !== null && Math.abs(number) <= 1e9 ? number : undefined;
}

/** True unless the name is of another country. The table of `domain/country.ts` would add 14 kB to the page. */
export function isInUs(country: unknown): boolean {
  return /^(?:|USA?|U\.S\.(?:A\.)?|United States.*)$/i.test(shownText(country));
}

/** The configured orders, each with the least severe level first. */
export function ordersIn(view: Json): readonly (readonly string[])[] {
  return listOf(view["orders"]).map(textsOf);
}

function orderOf(names: readonly string[], view: Json): LevelOrder {
  return ordersIn(view).find((order) => names.some((name) => severityOf(name, order) !== undefined));
}

/** Names with the most severe first if one of them has an order; else as sent. */
export function ranked(names: readonly string[], view: Json): readonly string[] {
  const order = orderOf(names, view);
  return names.toSorted((a, b) => compareLevels(a, b, order));
}

/** How the first name of the legend ranks among the names of an area, whose mark has it. */
export function rankText(what: string, names: readonly string[], view: Json): string {
  return orderOf(names, view) === undefined ? `rarest ${what}, which need not be the worst` : `most severe ${what}`;
}

export function levelName(level: unknown): string {
  return shownText(level, 40) || NO_LEVEL;
}

/** The ZIPs or areas that `_meta` sends for a map, as its points. */
export function marksIn(view: Json) {
  return listOf(view["marks"]).flatMap((group) => {
    const [level, zips] = listOf(group);
    const value = levelName(level);
    return compact(...shownText(zips, 40_000).split(" ")).map((zip) => {
      const isArea = zip.length === 3;
      return { zip, isArea, value, lines: [], readout: `${isArea ? "area " : ""}${zip}: ${value}` };
    });
  });
}

export function countsIn(value: unknown): readonly (readonly [name: string, count: number])[] {
  return Object.entries(membersOf(value)).flatMap(([name, count]) => {
    return typeof count === "number" ? [[shownText(name, 40), count] as const] : [];
  });
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
