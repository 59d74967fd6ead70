import { compact, groupBy } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { capital, nameText, shortDayText, wordText } from "../answer/words.ts";
import type { Answer, Note, ToolSettings } from "../tool.ts";
import { type Entry, kindCountsText, warmingText } from "./attention.ts";
import { heatNotes, type PackagesHeat } from "./heat.ts";
import { trackedJson } from "./json.ts";
import { hasZonelessTime, packageLine } from "./line.ts";
import { idsText, type Lookup } from "./lookup.ts";
import { type Ranking, rankingOf } from "./ranking.ts";
import { scanLine } from "./scans.ts";
import type { Structured } from "./schema.ts";
import { sinceJson, sinceText } from "./since.ts";

/** With more packages in need than this, the headline counts reasons instead of naming packages. */
const MAX_IN_HEADLINE = 5;
const WITHHELD = "Recipients' names and streets are withheld unless COLDROUTE_SHOW_RECIPIENT is set.";

interface AnswerInputs {
  /** Undefined without `checkHeat`. */
  readonly heat: PackagesHeat | undefined;
  readonly settings: ToolSettings;
  readonly sinceMs: number | undefined;
  readonly limit: number | undefined;
  readonly partial: readonly Failure[];
}

export function trackAnswer(
  lookups: readonly Lookup[],
  { heat, settings, sinceMs, limit, partial }: AnswerInputs,
): Answer<Structured> {
  const ranking = rankingOf(lookups, limit, settings.alertLevels);
  const { all, listed, unasked } = ranking;
  const isOne = all.length === 1;
  const warning = compact(partialText(ranking), heat?.warning).join(" ");
  const lines = linesOf(listed, isOne);
  const sinceSentence = sinceMs !== undefined && sinceText(all, sinceMs);
  return {
    warning,
    headline: compact(sinceSentence, isOne ? lines[0] : attentionText(ranking, warning !== "")).join(" "),
    lines: compact(
      ...lines.slice(isOne ? 1 : 0),
      ...moreTexts(ranking),
      unasked.length > 0 &&
        `Not looked up, send ${unasked.length === 1 ? "this" : "these"} again: ${idsText(unasked)}.`,
    ),
    structured: {
      ...trackedJson(ranking),
      ...(sinceMs !== undefined && { since: sinceJson(all, sinceMs) }),
    },
    notes: compact<Note>(
      sinceSentence && "A schedule's move has no time in this service.",
      ...packageNotes(ranking, settings),
      ...heatNotes(all, heat, settings.riskLevels),
    ),
    records: listed.flatMap<JsonRecord>(({ record }) => record ?? []),
    partial: [...partial, ...(heat?.failures ?? [])],
  };
}

/** Numbers without a package share a line for each reason. */
function linesOf(listed: readonly Entry[], hasClock: boolean): readonly string[] {
  const groups = groupBy(listed, (entry) => (entry.found === true ? entry.id : `${entry.what}: ${entry.next}`));
  return [...groups].flatMap(([reason, group]) => {
    const [first] = group;
    if (first.found !== true) return `${idsText(group)} ${reason}.`;
    return [packageLine(first, hasClock), ...(first.record ? first.facts.scans.map(scanLine) : [])];
  });
}

/** `PARTIAL: 52 of 90 looked up (rate limit reached, ask again in 60 s).` Names the cause of the first gap. */
function partialText({ all, unasked }: Ranking): string {
  const [first] = unasked;
  const count = all.flatMap(({ ids }) => ids).length;
  return first === undefined ? "" : `PARTIAL: ${count} of ${count + unasked.length} looked up (${first.next}).`;
}

/** `2 of 6 need attention: 10045 (overdue by 3 h), …`. If a part is not known, it says that more may. */
function attentionText({ all, urgent }: Ranking, hasWarning: boolean): string {
  const isPartial = hasWarning || all.some(({ heat }) => heat?.destination === null);
  const need = `${urgent.length === 0 ? "none" : urgent.length} of ${all.length} ${urgent.length > 1 ? "need" : "needs"} attention`;
  const opening = capital(compact(isPartial && "as far as checked", need).join(", "));
  const delivered = all.filter(({ facts }) => facts?.isDelivered).length;
  if (urgent.length === 0) return `${compact(opening, delivered > 0 && `${delivered} delivered`).join(", ")}.`;
  if (urgent.length > MAX_IN_HEADLINE) return `${opening}, most urgent first: ${kindCountsText(urgent)}.`;
  return `${opening}: ${urgent.map(({ id, reasons }) => `${wordText(id)} (${reasons.join(", ")})`).join(", ")}.`;
}

/** Packages without a row: `78 more need nothing: In transit, CarrierA, due Tue 11-24: 61 (10043, …); Delivered …` */
function moreTexts({ listed, otherGroups }: Ranking): string[] {
  return [...groupBy(otherGroups, ({ isInNeed }) => isInNeed)].map(([isInNeed, groups]) => {
    const count = groups.flatMap(({ members }) => members).length;
    const texts = groups.map(({ carrier, due, forecast, members }) => {
      const dueText = due && `due ${shortDayText(due)}`;
      const name = compact(statusName(members[0]), carrier && nameText(carrier), dueText, forecast).join(", ");
      return `${name}: ${members.length} (${members.map(briefText).join(", ")})`;
    });
    const need = `${listed.length === 0 ? "" : " more"} ${count === 1 ? "needs" : "need"}`;
    return `${count}${need} ${isInNeed ? "attention" : "nothing"}: ${texts.join("; ")}.`;
  });
}

/** `10051 OVERDUE by 1.8 h`: the reasons that its group does not name, and the newest change. */
function briefText(entry: Entry): string {
  const reasons = entry.reasons.filter((reason) => reason !== statusName(entry));
  return compact(wordText(entry.id), compact(...reasons, entry.changes?.events.at(-1)).join(", ")).join(" ");
}

function statusName(entry: Entry): string {
  return entry.found === true ? nameText(entry.facts.status ?? "no status") : entry.what;
}

function packageNotes({ all, listed, others, otherGroups }: Ranking, { showRecipient }: ToolSettings): Note[] {
  const warming = others.filter(({ facts }) => warmingText(facts) !== "");
  const facts = listed.flatMap((entry) => entry.facts ?? []);
  const lacksForecasts =
    otherGroups.every(({ forecast }) => forecast === undefined) &&
    others.some((entry) => entry.found === true && entry.forecast?.isReason === false);
  return compact<Note>(
    ...all.map(({ ids }) => ids.length > 1 && `${ids.map(wordText).join(" and ")} are the same package.`),
    all.length > 1 &&
      all.every(({ found }) => found === false) &&
      "No number is known. If that cannot be, the operator of coldroute should check COLDROUTE_TRACKING_URL.",
    (listed.some((entry) => entry.found === true && hasZonelessTime(entry)) ||
      others.some(({ changes }) => changes?.hasZonelessTime === true)) &&
      CAVEATS.noZone,
    facts.some(({ refrigerated, signatureRequired }) => refrigerated === false || signatureRequired === false) &&
      CAVEATS.plain,
    others.length > 0 &&
      `Lists of numbers leave out refrigeration${lacksForecasts ? ", signature and forecasts" : " and signature"}.`,
    warming.length > 0 && `Refrigerated and not re-iced among them: ${idsText(warming)}.`,
    !showRecipient && listed.some(({ record }) => record) && WITHHELD,
    all.some((entry) => entry.facts && entry.facts.signs.troubles.length > 0) && CAVEATS.quoted,
  );
}
