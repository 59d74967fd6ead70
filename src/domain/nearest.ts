import { distance } from "fastest-levenshtein";

/** The one of `names` that a mistyped `word` probably means: few letters differ, or it is a part of the name. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const ranked = names.map((name) => {
    const full = name.toLowerCase();
    return { name, edits: typed.length > 2 && full.includes(typed) ? 1 : distance(typed, full) };
  });
  const best = ranked.toSorted((a, b) => a.edits - b.edits)[0];
  return best !== undefined && best.edits <= Math.max(1, Math.floor(typed.length / 3)) ? best.name : undefined;
}
