import { compact } from "../../domain/compact.ts";
import type { Failure } from "../../domain/failure.ts";
import { hoursText } from "../../domain/hours.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { groupBy } from "../answer/rows.ts";
import { nameText, wordText } from "../answer/words.ts";
import type { Answer, Note, ToolSettings } from "../tool.ts";
import { statusOf, trackedJson } from "./answer-json.ts";
import { countedAs, warmingText } from "./attention.ts";
import type { HeatBeside } from "./heat.ts";
import { heatNotes } from "./heat-words.ts";
import { packageLine } from "./line.ts";
import type { Lookup } from "./lookup.ts";
import { type Ranked, type Ranking, rankingOf, reasonCountsText, reasonTexts } from "./ranking.ts";
import type { Structured } from "./schema.ts";
import { type Since, sinceText } from "./since.ts";
import { isZoneless, scanLine } from "./words.ts";

/** With more packages in need than this, the headline counts reasons instead of naming packages. */
const MOST_IN_HEADLINE = 5;
const WITHHELD = "Recipients' names and streets are withheld unless COLDROUTE_SHOW_RECIPIENT is set.";

interface Asked {
  /** Undefined without `checkHeat`. */
  readonly heat: HeatBeside | undefined;
  readonly settings: ToolSettings;
  /** Undefined without `since`. */
  readonly changes: Since | undefined;
  readonly limit: number | undefined;
  readonly partial: readonly Failure[];
}

/** Renders packages for both channels. */
export function trackAnswer(
  lookups: readonly Lookup[],
  { heat, settings, changes, limit, partial }: Asked,
): Answer<Structured> {
  const ranking = rankingOf(lookups, limit, settings);
  const { all, listed, unasked } = ranking;
  const isOne = all.length === 1;
  const heatWarning = heat?.alerts.warning ?? "";
  const lines = linesOf(listed, { isOne, isHeatRead: heatWarning === "" });
  const triage = isOne ? lines[0] : attentionHeadline(ranking, heatWarning === "");
  return {
    warning: compact(partialText(ranking), heatWarning).join(" "),
    headline: compact(changes && sinceText(changes), triage).join(" "),
    lines: compact(
      ...lines.slice(isOne ? 1 : 0),
      ...moreTexts(ranking),
      unasked.length > 0 &&
        `Not looked up, send ${unasked.length === 1 ? "this" : "these"} again: ${idsText(unasked)}.`,
    ),
    structured: {
      ...trackedJson(ranking),
      ...(changes === undefined
        ? {}
        : { since: { at: changes.at, moved: changes.moved.map(({ id }) => id), overdue: changes.overdue } }),
    },
    notes: compact<Note>(
      changes && "A schedule's move has no time in this service.",
      ...packageNotes(ranking, settings),
      ...heatNotes(all, ranking.others, heat),
    ),
    records: listed.flatMap<JsonRecord>(({ record }) => record ?? []),
    partial: [...partial, ...(heat?.alerts.partial ?? []), ...(heat?.risk.partial ?? [])],
  };
}

/** The lines of the listed packages. Numbers without a package share a line for each reason. */
function linesOf(listed: readonly Ranked[], shown: Parameters<typeof packageLine>[1]): readonly string[] {
  const groups = groupBy(listed, (each) => (each.found === true ? each.id : `${each.what}: ${each.next}`));
  return [...groups].flatMap(([reason, group]) => {
    const [first] = group;
    if (first?.found !== true) return `${idsText(group)} ${reason}.`;
    return [packageLine(first, shown), ...(first.record ? first.facts.scans.map(scanLine) : [])];
  });
}

/** `PARTIAL: 52 of 90 looked up (rate limit reached, ask again in 60 s).` Names the most frequent cause. */
function partialText({ all, unasked }: Ranking): string {
  if (unasked.length === 0) return "";
  const causes = [...groupBy(unasked, ({ next }) => next)].sort(([, a], [, b]) => b.length - a.length);
  const looked = all.flatMap(({ ids }) => ids).length;
  return `PARTIAL: ${looked} of ${looked + unasked.length} looked up (${causes[0]?.[0]}).`;
}

function attentionHeadline({ all, urgent }: Ranking, isHeatRead: boolean): string {
  const unclear = all.filter(({ mayBeOverdue }) => mayBeOverdue);
  const perhaps = unclear.length > 0 && `Possibly overdue, time zone not known: ${idsText(unclear)}.`;
  const need = `${urgent.length === 0 ? "None" : urgent.length} of ${all.length}`;
  if (urgent.length === 0)
    return compact(`${need} ${perhaps || !isHeatRead ? "is known to need" : "needs"} attention.`, perhaps).join(" ");
  const each = urgent.map((one) => `${wordText(one.id)} (${reasonTexts(one).join(", ")})`);
  const isMany = urgent.length > MOST_IN_HEADLINE;
  const reasons = isMany ? `, most urgent first: ${reasonCountsText(urgent)}` : `: ${each.join(", ")}`;
  return compact(`${need} ${needs(urgent)} attention${reasons}.`, perhaps).join(" ");
}

function needs({ length }: readonly Ranked[]): string {
  return length === 1 ? "needs" : "need";
}

/** Groups packages that need nothing by status, most frequent first; others by first reason, in their order. */
function byName(some: readonly Ranked[]): (readonly [string, Ranked[]])[] {
  const groupName = (each: Ranked): string => {
    const [first] = each.reasons;
    if (first !== undefined) return countedAs(first);
    return each.isInDoubt ? "possibly overdue" : nameText(statusOf(each) ?? "");
  };
  return [...groupBy(some, groupName)].sort(([, a], [, b]) => (a[0]?.isInDoubt === true ? 0 : b.length - a.length));
}

/** Numbers of packages without a row: `78 more need nothing: In transit 61 (10043, …), Delivered 17 (…).` */
function moreTexts({ listed, others }: Ranking): string[] {
  return [...groupBy(others, ({ isInDoubt }) => isInDoubt)].map(([isInNeed, some]) => {
    const texts = byName(some).map(([name, group]) => `${name} ${group.length} (${group.map(briefText).join(", ")})`);
    const count = `${some.length}${listed.length === 0 ? "" : " more"} ${needs(some)}`;
    return `${count} ${isInNeed ? "attention" : "nothing"}: ${texts.join(", ")}.`;
  });
}

/** A package's number, its trouble or its lateness: `10052 "Delivery exception"`, `10049 CarrierA 26.5 h`. */
function briefText({ id, reasons, facts }: Ranked): string {
  const late = facts?.deliveredLateHours ?? 0;
  return compact(
    wordText(id),
    ...reasons.map(({ kind, text }) => kind === "trouble" && text),
    late > 0 && facts?.carrier && nameText(facts.carrier),
    late > 0 && hoursText(late),
  ).join(" ");
}

function idsText(some: readonly Lookup[]): string {
  return some.map(({ id }) => wordText(id)).join(", ");
}

function packageNotes({ all, listed, others }: Ranking, { showRecipient }: ToolSettings): Note[] {
  const warm = others.filter(({ facts }) => facts && warmingText(facts) !== undefined);
  const told = listed.flatMap(({ facts }) => facts ?? []);
  const hasZoneless = told.some(
    ({ scheduled, delivered, givenToCarrier, scans }) =>
      isZoneless(scheduled) || isZoneless(delivered) || (scans.length === 0 && isZoneless(givenToCarrier)),
  );
  return compact<Note>(
    ...all.map(({ ids }) => ids.length > 1 && `${ids.map(wordText).join(" and ")} are the same package.`),
    all.length > 1 &&
      all.every(({ found }) => found === false) &&
      "No number is known. If that cannot be, the operator of coldroute should check COLDROUTE_TRACKING_URL.",
    hasZoneless && CAVEATS.noZone,
    told.some(({ refrigerated, signatureRequired }) => refrigerated === false || signatureRequired === false) &&
      CAVEATS.plain,
    others.length > 0 && "Refrigeration and signature are not told for packages listed by number alone.",
    warm.length > 0 && `Refrigerated and not re-iced among them: ${idsText(warm)}.`,
    !showRecipient && listed.some(({ record }) => record) && WITHHELD,
    all.some(({ facts }) => facts && facts.signs.trouble.length > 0) && CAVEATS.quoted,
  );
}
