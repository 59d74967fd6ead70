import { listText, plural, wordText } from "./text.ts";

/** What a cut left out: fields of records, and entries from the ends of lists, by the list's path. */
export interface LeftOut {
  readonly fields: number;
  /** Only lists that are cut. A path is dotted, with indexes: `risk.predictedRoute`, `stops.0.scans`. */
  readonly lists: ReadonlyMap<string, { readonly kept: number; readonly of: number }>;
}

/** Lists that have a better name than their field's. */
const ENTRY_NAMES: Readonly<Record<string, string>> = { predictedRoute: "route points" };

/** Lists named in a note; the entries of further ones are counted together. */
const MAX_NAMED = 4;

/** Whether nothing was left out. */
export function isWhole({ fields, lists }: LeftOut): boolean {
  return fields === 0 && lists.size === 0;
}

/** What several cuts left out together. Paths need only differ within each. */
export function allLeftOut(parts: readonly LeftOut[]): LeftOut {
  const lists = parts.flatMap((part, index) =>
    [...part.lists].map(([path, cut]) => [`${index}.${path}`, cut] as const),
  );
  return { fields: parts.reduce((sum, { fields }) => sum + fields, 0), lists: new Map(lists) };
}

/** `27 of 30 route points, 5 fields`: what was left out, for a note; undefined where nothing was. */
export function leftOutText({ fields, lists }: LeftOut): string | undefined {
  const byName = new Map<string, { gone: number; of: number }>();
  for (const [path, { kept, of }] of lists) {
    const name = path.split(".").findLast((part) => !/^\d*$/.test(part)) ?? "";
    const sum = byName.get(name) ?? { gone: 0, of: 0 };
    byName.set(name, { gone: sum.gone + of - kept, of: sum.of + of });
  }
  const parts = [...byName].map(([name, { gone, of }]) => `${gone} of ${of} ${entriesOf(name)}`);
  if (fields > 0) parts.unshift(plural(fields, "field"));
  return parts.length === 0 ? undefined : listText(parts, MAX_NAMED);
}

function entriesOf(name: string): string {
  const own = Object.hasOwn(ENTRY_NAMES, name) ? ENTRY_NAMES[name] : undefined;
  return own ?? (name === "" ? "list entries" : `entries of ${wordText(name)}`);
}
