import { cleanText } from "../domain/clean.ts";
import type { LeftOut } from "./left-out.ts";

/** How much of a JSON value is kept: entries a list, fields an object beside the essential ones, characters a string. */
export interface Limits {
  readonly items: number;
  readonly fields: number;
  readonly chars: number;
}

/** Every step of cutting, widest first; the first cuts nothing that is within the bounds of one string. */
export const CUTS: readonly [Limits, ...Limits[]] = [
  { items: Number.POSITIVE_INFINITY, fields: Number.POSITIVE_INFINITY, chars: 200 },
  { items: 40, fields: Number.POSITIVE_INFINITY, chars: 200 },
  { items: 20, fields: Number.POSITIVE_INFINITY, chars: 200 },
  { items: 10, fields: 40, chars: 200 },
  { items: 5, fields: 24, chars: 120 },
  { items: 3, fields: 12, chars: 64 },
  { items: 2, fields: 6, chars: 32 },
  { items: 1, fields: 2, chars: 24 },
  { items: 1, fields: 0, chars: 12 },
];

/** A value cut to its limits, and what was left out. */
export interface Shrunk<T> {
  readonly value: T;
  readonly leftOut: LeftOut;
}

/** More values than any answer holds: what is beyond them is not even cleaned. */
const MAX_VALUES = 4000;

/** How deep a value is followed; deeper parts become an ellipsis. */
const MAX_DEPTH = 8;

const NONE: ReadonlySet<string> = new Set();

/** What a walk has left out so far. */
class Tally implements LeftOut {
  fields = 0;
  readonly lists = new Map<string, { readonly kept: number; readonly of: number }>();

  list(path: string, kept: number, of: number): void {
    if (kept < of) this.lists.set(path, { kept, of });
  }
}

/**
 * A JSON value of the service as it may be shown: every string and every name cleaned, and no more values than an
 * answer could hold, fields named in `first` before others. Of a list, whole entries go, from the end: an entry that
 * lost a part would say something else. Costs no more for a hostile answer than for a large one.
 */
export function tidy<T>(value: T, first: ReadonlySet<string> = NONE): Shrunk<T> {
  const tally = new Tally();
  const { kept } = clean(value, { depth: MAX_DEPTH, room: MAX_VALUES, path: "", first, tally });
  return { value: kept as T, leftOut: tally };
}

interface Cleaning {
  readonly depth: number;
  readonly room: number;
  readonly path: string;
  readonly first: ReadonlySet<string>;
  readonly tally: Tally;
}

/** Returns what is kept and how many values of the room it takes. */
function clean(part: unknown, at: Cleaning): { readonly kept: unknown; readonly taken: number } {
  if (typeof part === "string") return { kept: cleanText(part), taken: 1 };
  if (typeof part !== "object" || part === null) return { kept: part, taken: 1 };
  if (at.depth === 0) return { kept: "…", taken: 1 };
  return Array.isArray(part) ? cleanList(part, at) : cleanFields(part as Record<string, unknown>, at);
}

function cleanList(items: readonly unknown[], at: Cleaning): { readonly kept: unknown[]; readonly taken: number } {
  const kept: unknown[] = [];
  let taken = 1;
  for (const [index, item] of items.entries()) {
    if (taken >= at.room) break;
    const tally = new Tally();
    const room = at.room - taken;
    const child = clean(item, { ...at, depth: at.depth - 1, room, path: join(at.path, index), tally });
    if (tally.fields > 0 || tally.lists.size > 0) break;
    kept.push(child.kept);
    taken += child.taken;
  }
  at.tally.list(at.path, kept.length, items.length);
  return { kept, taken };
}

function cleanFields(
  record: Readonly<Record<string, unknown>>,
  at: Cleaning,
): { readonly kept: object; readonly taken: number } {
  const names = Object.keys(record);
  const kept = new Map<string, readonly [name: string, value: unknown]>();
  let taken = 1;
  for (const name of firstNames(record, at.first)) {
    if (taken >= at.room) break;
    // At most half of what is left for any one part, so that none crowds out those after it.
    const room = Math.ceil((at.room - taken) / 2);
    const shown = cleanText(name);
    const child = clean(record[name], { ...at, depth: at.depth - 1, room, path: join(at.path, shown) });
    kept.set(name, [shown, child.kept]);
    taken += child.taken;
  }
  at.tally.fields += names.length - kept.size;
  const pairs = names.map((name) => kept.get(name)).filter((pair) => pair !== undefined);
  return { kept: Object.fromEntries(pairs), taken };
}

function join(path: string, name: string | number): string {
  return path === "" ? `${name}` : `${path}.${name}`;
}

/**
 * A tidy value cut to `limits`, fields named in `first` apart; strings under a name in `whole` are never shortened:
 * half an identifier is useless. Lists lose whole entries from the end, those with more fields than the limit included.
 */
export function shrink<T>(
  { value, leftOut: before }: Shrunk<T>,
  limits: Limits,
  first: ReadonlySet<string> = NONE,
  whole: ReadonlySet<string> = NONE,
): Shrunk<T> {
  const tally = new Tally();
  tally.fields = before.fields;
  const cutList = (items: readonly unknown[], path: string): unknown[] => {
    const most = items.slice(0, limits.items);
    const large = most.findIndex((item) => isLarge(item, limits, first));
    const kept = large < 0 ? most : most.slice(0, large);
    tally.list(path, kept.length, before.lists.get(path)?.of ?? items.length);
    return kept.map((item, index) => cut(item, false, join(path, index)));
  };
  const cut = (part: unknown, isWhole: boolean, path: string): unknown => {
    if (typeof part === "string") return isWhole ? part : shorten(part, limits.chars);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return cutList(part, path);
    const fields = part as Record<string, unknown>;
    const names = Object.keys(fields);
    const left = new Set(names.filter((name) => !first.has(name)).slice(limits.fields));
    tally.fields += left.size;
    return Object.fromEntries(
      names
        .filter((name) => !left.has(name))
        .map((name) => [
          first.has(name) ? name : shorten(name, limits.chars),
          cut(fields[name], whole.has(name), join(path, name)),
        ]),
    );
  };
  return { value: cut(value, false, "") as T, leftOut: tally };
}

/** Whether a list entry, or an object within it, has more fields than are kept. */
function isLarge(item: unknown, limits: Limits, first: ReadonlySet<string>): boolean {
  if (typeof item !== "object" || item === null) return false;
  // Lists within an entry are cut by themselves.
  if (Array.isArray(item)) return false;
  const others = Object.keys(item).filter((name) => !first.has(name)).length;
  return others > limits.fields || Object.values(item).some((part) => isLarge(part, limits, first));
}

function firstNames(record: Record<string, unknown>, first: ReadonlySet<string>): string[] {
  const names = Object.keys(record);
  if (first.size === 0) return names;
  // Plain values before objects and lists: they are small, and never crowd out anything.
  const rank = (name: string): number => (first.has(name) ? 0 : 2) + (typeof record[name] === "object" ? 1 : 0);
  return names.sort((a, b) => rank(a) - rank(b));
}

/** Short ones are clean already. */
function shorten(text: string, chars: number): string {
  return text.length <= chars ? text : cleanText(text, chars);
}
