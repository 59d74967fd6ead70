import type { Failure } from "../../domain/failure.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { groupBy } from "../answer/rows.ts";
import { given, nameText, wordText } from "../answer/words.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import type { Answer, Note } from "../tool.ts";
import { isHot, isWarming, orderNote, reasonTexts } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackagesHeat } from "./heat.ts";
import { packageLine, scanLine } from "./line.ts";
import { CHECK_NUMBER, foundOf, idOf, type Lookup, packagesOf } from "./lookup.ts";
import { countedAs, countsText, numbersBy, type Ranked, type Ranking, rankingOf, statusOf } from "./ranking.ts";
import { structuredOf } from "./rows.ts";
import { isZoneless } from "./schedule.ts";
import type { Structured } from "./schema.ts";

/** Up to so many packages in need have their reasons in the headline. */
const MOST_IN_HEADLINE = 5;

/** The content of one answer about packages. */
export interface TrackContent {
  /** In the order asked. */
  readonly lookups: readonly Lookup[];
  readonly heat?: PackagesHeat | undefined;
  /** The most rows. */
  readonly limit?: number | undefined;
  readonly partial: readonly Failure[];
}

/** Renders packages for both channels, the most urgent first. */
export function trackAnswer(content: TrackContent): Answer<Structured> {
  const { lookups, heat, limit } = content;
  const ranking = rankingOf(lookups, limit);
  const { all, urgent, listed, unasked } = ranking;
  const isOne = all.length === 1;
  const heatOpening = heat?.alerts.opening ?? "";
  const isHintShared = hintsOf(listed) > 1;
  const lineOf = ({ lookup, attention }: Ranked): string => {
    if (lookup.found === true) return packageLine(lookup, attention, { isOne, isHeatRead: heatOpening === "" });
    const next = isHintShared && lookup.next === CHECK_NUMBER ? "" : lookup.next;
    return `${wordText(lookup.id)} ${given(lookup.what, next).join(": ")}.`;
  };
  const headline = isOne ? listed.map(lineOf).join() : headlineOf(all, urgent);
  return {
    headline: given(partialText(content, unasked), heatOpening + headline).join(" "),
    lines: [
      ...listed.flatMap((each) => [...(isOne ? [] : [lineOf(each)]), ...scanLines(each)]),
      ...moreTexts(ranking),
      ...given(unaskedText(unasked)),
    ],
    structured: structuredOf(ranking, heat),
    notes: given<Note>(
      urgent.length <= MOST_IN_HEADLINE && orderNote(urgent.map(({ attention }) => attention)),
      ...notesOf(ranking, content),
    ),
    records: given<JsonRecord>(...foundOf(listed.map(({ lookup }) => lookup)).map(({ record }) => record)),
    partial: [...content.partial, ...(heat?.alerts.partial ?? [])],
  };
}

/** `PARTIAL: 52 of 90 looked up (rate limit reached, ask again in 60 s).`; of several causes the most frequent. */
function partialText({ lookups }: TrackContent, unasked: Ranking["unasked"]): string {
  const causes = [...groupBy(unasked, ({ next }) => next)].sort(([, a], [, b]) => a.length - b.length);
  const cause = causes.at(-1)?.[0];
  const count = lookups.reduce((sum, lookup) => sum + (lookup.found === true ? lookup.ids.length : 1), 0);
  return cause === undefined ? "" : `PARTIAL: ${count - unasked.length} of ${count} looked up (${cause}).`;
}

function headlineOf(all: readonly Ranked[], urgent: readonly Ranked[]): string {
  const count = all.length;
  const unclear = all.flatMap(({ lookup, attention }) => (attention.isUnclear ? wordText(idOf(lookup)) : []));
  const perhaps = unclear.length > 0 && `Possibly overdue, time zone not known: ${unclear.join(", ")}.`;
  if (urgent.length === 0) {
    return given(`None of ${count} ${perhaps ? "is known to need" : "needs"} attention.`, perhaps).join(" ");
  }
  const need = `${urgent.length} of ${count} ${urgent.length === 1 ? "needs" : "need"} attention:`;
  if (urgent.length > MOST_IN_HEADLINE) {
    return given(`${need} ${countsText(urgent)}.`, perhaps, "The most urgent first.").join(" ");
  }
  const each = urgent.map(
    ({ lookup, attention }) => `${wordText(idOf(lookup))} (${reasonTexts(attention).join(", ")})`,
  );
  return given(`${need} ${each.join(", ")}.`, perhaps).join(" ");
}

/** The numbers of the packages without a row: `78 more need nothing: In transit 61 (10043, …), Delivered 17 (…).` */
function moreTexts({ listed, others }: Ranking): string[] {
  const more = listed.length === 0 ? "" : " more";
  const inNeed = others.filter(({ attention }) => attention.urgency > 0);
  const fine = others.filter(({ attention }) => attention.urgency === 0);
  const byStatus = numbersBy(fine, (each) => nameText(statusOf(each) ?? "")).toSorted(
    (a, b) => b.ids.length - a.ids.length,
  );
  return given(
    inNeed.length > 0 &&
      `${inNeed.length}${more} ${inNeed.length === 1 ? "needs" : "need"} attention: ${numbersText(numbersBy(inNeed, countedAs))}.`,
    fine.length > 0 &&
      `${fine.length}${more} ${fine.length === 1 ? "needs" : "need"} nothing: ${numbersText(byStatus)}.`,
  );
}

function numbersText(named: ReturnType<typeof numbersBy<string>>): string {
  return named.map(({ name, ids }) => `${name} ${ids.length} (${ids.map(wordText).join(", ")})`).join(", ");
}

function unaskedText(unasked: Ranking["unasked"]): string {
  const ids = unasked.map(({ id }) => wordText(id));
  return ids.length === 0 ? "" : `Not looked up, send ${ids.length === 1 ? "this" : "these"} again: ${ids.join(", ")}.`;
}

/** How many numbers of a list were simply not found. */
function hintsOf(listed: readonly Ranked[]): number {
  return listed.filter(({ lookup }) => lookup.found === false && lookup.next === CHECK_NUMBER).length;
}

function scanLines({ lookup }: Ranked): string[] {
  return lookup.found === true && lookup.record !== undefined ? lookup.facts.scans.map(scanLine) : [];
}

function notesOf({ listed, others }: Ranking, { lookups, heat }: TrackContent): Note[] {
  const packages = packagesOf(listed.map(({ lookup }) => lookup));
  const found = foundOf(lookups);
  const hasZoneless = packages.some(({ scheduled, delivered }) => isZoneless(scheduled) || isZoneless(delivered));
  const warm = packagesOf(others.map(({ lookup }) => lookup)).filter(isWarming);
  return given<Note>(
    warm.length > 0 &&
      `Refrigerated and not re-iced among those without a line: ${warm.map(({ id }) => wordText(id)).join(", ")}.`,
    ...found.map(
      ({ facts: { id }, knownAs }) => knownAs !== id && `${wordText(id)} was found as ${wordText(knownAs)}.`,
    ),
    ...found.map(({ ids }) => ids.length > 1 && `${ids.map(wordText).join(" and ")} are the same package.`),
    hintsOf(listed) > 1 && { text: `Not found: ${CHECK_NUMBER}.`, structured: "" },
    hasZoneless && CAVEATS.noZone,
    lookups.length > 1 &&
      packages.some(({ refrigerated }) => refrigerated === false) &&
      (others.length > 0 ? CAVEATS.listedNotRefrigerated : CAVEATS.notRefrigerated),
    ...heatNotes(heat, packagesOf(lookups)),
    ...uncheckedNotes(heat, packagesOf(others.map(({ lookup }) => lookup))),
  );
}

function heatNotes(heat: PackagesHeat | undefined, packages: readonly PackageFacts[]): string[] {
  const isUnderWay = packages.some(({ isDelivered }) => !isDelivered);
  if (heat === undefined) return given(isUnderWay && "Heat not checked.");
  if (packages.length === 0) return ["No package was found, so heat was not checked."];
  const { of, alerts } = heat;
  const places = [...of.values()].flatMap(({ destination, lastPlace }) => [destination, lastPlace]);
  const [first, second] = places.map((levels) => levels?.length === 0);
  const where =
    of.size === 1
      ? `at its ${given(first === true && "destination", second === true && "last place").join(" and ")}`
      : places.some(isHot)
        ? "for the others"
        : "at destinations and last places";
  return given(
    places.some((levels) => levels !== null) && `Alerts: ${alertsOfText(alerts)}.`,
    places.some((levels) => levels?.length === 0) &&
      `No alert in this data ${where}, which does not mean that temperatures are safe.`,
    of.size < packages.length && "Delivered packages: heat not checked.",
    ...alerts.notes,
  );
}

/** Packages without a line that would say so. */
function uncheckedNotes(heat: PackagesHeat | undefined, others: readonly PackageFacts[]): string[] {
  if (heat === undefined || heat.alerts.opening !== "") return [];
  const ids = others.flatMap((facts) => (heat.of.get(facts)?.destination === null ? wordText(facts.id) : []));
  return ids.length === 0 ? [] : [`Heat not checked at the destination of ${ids.join(", ")}.`];
}
