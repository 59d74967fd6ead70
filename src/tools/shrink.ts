import { cleanText } from "../domain/clean.ts";

/** How much of a JSON value is kept: entries a list, fields an object, characters a string. */
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
  { items: 3, fields: 18, chars: 64 },
  { items: 2, fields: 14, chars: 32 },
  { items: 1, fields: 8, chars: 24 },
  { items: 1, fields: 4, chars: 12 },
];

/** A value cut to its limits, and how many fields and list entries were left out. */
export interface Shrunk<T> {
  readonly value: T;
  readonly omitted: number;
}

/**
 * A cleaned JSON value of the service, cut to `limits`. Fields named in `first` are kept before others; strings under
 * a name in `whole` are never shortened (identifiers are useless in part).
 */
export function shrink<T>(
  value: T,
  limits: Limits,
  first: ReadonlySet<string> = new Set(),
  whole: ReadonlySet<string> = new Set(),
): Shrunk<T> {
  let omitted = 0;
  const cut = (part: unknown, isWhole: boolean): unknown => {
    if (typeof part === "string") return isWhole ? part : cleanText(part, limits.chars);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) {
      omitted += Math.max(0, part.length - limits.items);
      return part.slice(0, limits.items).map((item) => cut(item, false));
    }
    const entries = Object.entries(part);
    const kept = new Set(
      [...entries.filter(([name]) => first.has(name)), ...entries.filter(([name]) => !first.has(name))]
        .slice(0, limits.fields)
        .map(([name]) => name),
    );
    omitted += entries.length - kept.size;
    return Object.fromEntries(
      entries
        .filter(([name]) => kept.has(name))
        .map(([name, item]) => [first.has(name) ? name : cleanText(name, limits.chars), cut(item, whole.has(name))]),
    );
  };
  return { value: cut(value, false) as T, omitted };
}
