import { allLeftOut, leftOutText } from "./left-out.ts";
import { LATEST_SCANS } from "./package-cuts.ts";
import { packageRemarks, type ShownPackage } from "./package-text.ts";
import { listText, plural, wordText } from "./text.ts";
import { estimateTokens } from "./tokens.ts";

/** What to do where size is the reason. */
const SMALLER_WAY = "fewer ids in a call show more";

/** What naming the numbers that are left out may take: they are of any length. */
const LEFT_TOKENS = 250;

/** Packages named in a note. */
const MAX_NAMED = 8;

/** What is withheld or doubtful, each said once with the packages behind it. */
export function packageNotes(shown: readonly ShownPackage[]): string[] {
  const remarks = new Map<string, string[]>();
  for (const each of shown) {
    for (const remark of packageRemarks(each)) {
      remarks.set(remark, [...(remarks.get(remark) ?? []), wordText(each.facts.id)]);
    }
  }
  // Of one package, or of all, the number need not be repeated.
  const whose = (ids: readonly string[]): string =>
    ids.length === shown.length ? "" : `: ${listText(ids, MAX_NAMED)}`;
  return [
    ...[...remarks].map(([remark, ids]) => `${remark}${whose(ids)}.`),
    ...new Set(shown.flatMap(({ facts }) => facts.notes)),
  ];
}

/** What is not shown, and the parameter that shows it. */
export function cutNotes(shown: readonly ShownPackage[], omittedPackages: number, events: "latest" | "all"): string[] {
  const notes: string[] = [];
  const hasMore = shown.length + omittedPackages > 1;
  const smallerWay = hasMore ? SMALLER_WAY : "the rest is left out for size";
  const short = shown.filter(({ facts, scans }) => scans.length < facts.scans.length);
  if (short.length > 0) {
    const counts = short.map(({ facts, scans }) => {
      return `${shown.length === 1 ? "" : `${wordText(facts.id)} `}${scans.length} of ${facts.scans.length}`;
    });
    const sent = short.reduce((sum, { facts }) => sum + facts.scans.length, 0);
    const isNone = short.length > 1 && short.every(({ scans }) => scans.length === 0);
    const told = isNone ? `none of ${sent}` : listText(counts, MAX_NAMED);
    const isUsual = events === "latest" && short.every(({ scans }) => scans.length === LATEST_SCANS);
    const way = isUsual ? "track_package with events=all shows more" : smallerWay;
    notes.push(`Latest scans: ${told}; ${way}.`);
  }
  const gone = leftOutText(allLeftOut(shown.map(({ leftOut }) => leftOut)));
  if (gone !== undefined) notes.push(`${gone} left out for size${hasMore ? `; ${SMALLER_WAY}` : ""}.`);
  return notes;
}

/** Which numbers are not shown at all, as many as can be named, and how many of them have an alert. */
export function leftNote(left: readonly string[], hotCount: number): string[] {
  if (left.length === 0) return [];
  const ids = left.map(wordText);
  const fits = ids.filter((_, index) => estimateTokens(ids.slice(0, index + 1).join(", ")) <= LEFT_TOKENS);
  const named = fits.length === 0 ? "" : `: ${listText(ids, fits.length)}`;
  const alerts = hotCount === 0 ? "" : `, ${hotCount} of them with an alert`;
  return [`${plural(left.length, "number")} left out for size${alerts}${named}; ask for them in a further call.`];
}
