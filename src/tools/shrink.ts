import { cleanText } from "../domain/clean.ts";

/** How much of a JSON value is kept: entries a list, fields an object beside the essential ones, characters a string. */
export interface Limits {
  readonly items: number;
  readonly fields: number;
  readonly chars: number;
}

/** Every step of cutting, widest first; the first cuts nothing that is within the bounds of one string. */
export const CUTS: readonly [Limits, ...Limits[]] = [
  { items: Number.POSITIVE_INFINITY, fields: Number.POSITIVE_INFINITY, chars: 200 },
  { items: 10, fields: 40, chars: 200 },
  { items: 5, fields: 24, chars: 120 },
  { items: 3, fields: 12, chars: 64 },
  { items: 2, fields: 6, chars: 32 },
  { items: 1, fields: 2, chars: 24 },
  { items: 1, fields: 0, chars: 12 },
];

/** A value cut to its limits, and how many fields and list entries were left out. */
export interface Shrunk<T> {
  readonly value: T;
  readonly omitted: number;
}

/** More values than any answer holds: what is beyond them is not even cleaned. */
const MAX_VALUES = 1000;

/** How deep a value is followed; deeper parts become an ellipsis. */
const MAX_DEPTH = 8;

const NONE: ReadonlySet<string> = new Set();

/**
 * A JSON value of the service as it may be shown: every string and every name cleaned, and no more values than an
 * answer could hold, fields named in `first` before others. Costs no more for a hostile answer than for a large one.
 */
export function tidy<T>(value: T, first: ReadonlySet<string> = NONE): Shrunk<T> {
  let omitted = 0;
  /** Returns what is kept and how many values of `room` it takes. */
  const clean = (part: unknown, depth: number, room: number): { readonly kept: unknown; readonly taken: number } => {
    if (typeof part === "string") return { kept: cleanText(part), taken: 1 };
    if (typeof part !== "object" || part === null) return { kept: part, taken: 1 };
    if (depth === 0) return { kept: "…", taken: 1 };
    const parts = part as Record<string, unknown>;
    const names = Object.keys(parts);
    const kept = new Map<string, unknown>();
    let taken = 1;
    for (const name of Array.isArray(part) ? names : firstNames(parts, first)) {
      if (taken >= room) break;
      // At most half of what is left for any one part, so that none crowds out those after it.
      const child = clean(parts[name], depth - 1, Math.ceil((room - taken) / 2));
      kept.set(name, child.kept);
      taken += child.taken;
    }
    omitted += names.length - kept.size;
    if (Array.isArray(part)) return { kept: [...kept.values()], taken };
    const pairs = names.filter((name) => kept.has(name)).map((name) => [cleanText(name), kept.get(name)] as const);
    return { kept: Object.fromEntries(pairs), taken };
  };
  return { value: clean(value, MAX_DEPTH, MAX_VALUES).kept as T, omitted };
}

/**
 * A tidy value cut to `limits`, fields named in `first` apart; strings under a name in `whole` are never shortened:
 * half an identifier is useless.
 */
export function shrink<T>(
  value: T,
  limits: Limits,
  first: ReadonlySet<string> = NONE,
  whole: ReadonlySet<string> = NONE,
): Shrunk<T> {
  let omitted = 0;
  const cut = (part: unknown, isWhole: boolean): unknown => {
    if (typeof part === "string") return isWhole ? part : shorten(part, limits.chars);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) {
      omitted += Math.max(0, part.length - limits.items);
      return part.slice(0, limits.items).map((item) => cut(item, false));
    }
    const fields = part as Record<string, unknown>;
    const names = Object.keys(fields);
    const others = names.filter((name) => !first.has(name));
    const left = new Set(others.slice(limits.fields));
    omitted += left.size;
    return Object.fromEntries(
      names
        .filter((name) => !left.has(name))
        .map((name) => [first.has(name) ? name : shorten(name, limits.chars), cut(fields[name], whole.has(name))]),
    );
  };
  return { value: cut(value, false) as T, omitted };
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
