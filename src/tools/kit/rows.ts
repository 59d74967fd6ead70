import type { ServiceRecord } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";

/** The most fields of a record that one row shows, and the deepest nesting. */
const MAX_FIELDS = 12;
const MAX_DEPTH = 3;
const MAX_NAME_CHARS = 60;

/** The fields of a record but those in `except`: at most twelve, every string cleaned. */
export function ownFields(record: ServiceRecord, except: readonly string[] = []): Record<string, unknown> {
  const entries = Object.entries(record).filter(([name]) => !except.includes(name));
  return Object.fromEntries(
    entries.slice(0, MAX_FIELDS).map(([name, value]) => [cleanText(name, MAX_NAME_CHARS), plainValue(value)]),
  );
}

/** A JSON value of the service, bounded: strings cleaned, at most `most` members a level, `depth` levels. */
export function plainValue(value: unknown, depth: number = MAX_DEPTH, most: number = MAX_FIELDS): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value ?? null;
  if (depth === 0) return "…";
  const plain = (item: unknown): unknown => plainValue(item, depth - 1, most);
  if (Array.isArray(value)) return value.slice(0, most).map(plain);
  const members = Object.entries(value).slice(0, most);
  return Object.fromEntries(members.map(([name, item]) => [cleanText(name, MAX_NAME_CHARS), plain(item)]));
}

/** `value` where it is a JSON object. */
export function recordOf(value: unknown): ServiceRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ServiceRecord) : undefined;
}

/** More members and items than any record of the specification has, and its nesting. */
const MAX_MEMBERS = 60;
const WHOLE_DEPTH = 6;

/** A service's whole record for `detail: "full"`: strings cleaned, long lists and deep nesting bounded. */
export function wholeRecord(record: ServiceRecord): ServiceRecord {
  return plainValue(record, WHOLE_DEPTH, MAX_MEMBERS) as ServiceRecord;
}

/** At most `limit` items of several groups, which take turns; each group's items stay in order and together. */
export function takeTurns<Item>(groups: readonly (readonly Item[])[], limit: number): readonly (readonly Item[])[] {
  const taken = groups.map(() => 0);
  let room = limit;
  for (let turn = 0; room > 0 && groups.some((group) => group.length > turn); turn += 1) {
    for (const [index, group] of groups.entries()) {
      if (room === 0 || group.length <= turn) continue;
      taken[index] = turn + 1;
      room -= 1;
    }
  }
  return groups.map((group, index) => group.slice(0, taken[index]));
}

/** Items grouped by key, in the order in which keys appear. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items counted by key, the rarest key first. */
export function countRarestFirst<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Record<string, number> {
  const groups = [...groupBy(items, keyOf)].map(([key, group]) => [key, group.length] as const);
  return Object.fromEntries(groups.sort(([, a], [, b]) => a - b));
}
