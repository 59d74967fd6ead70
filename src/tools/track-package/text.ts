import { quote } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { hoursText } from "../../domain/hours.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { capital, cityText, clockText, given, nameText, valueText, wordText } from "../answer/words.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import { levelsText } from "../heat/levels.ts";
import type { Answer, Note } from "../tool.ts";
import { type Attention, attentionOf, idOf, isHot, type Lookup, orderNote, packagesOf } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat, PackagesHeat } from "./heat.ts";
import type { Scan } from "./scans.ts";
import type { Structured } from "./schema.ts";

/** The content of one answer about packages. */
export interface TrackContent {
  /** In the order asked. */
  readonly lookups: readonly Lookup[];
  readonly heat?: PackagesHeat | undefined;
  readonly partial: readonly Failure[];
}

/** Renders packages for both channels, the most urgent first. */
export function trackAnswer(content: TrackContent): Answer<Structured> {
  const ranked = content.lookups
    .map((lookup) => ({ lookup, attention: attentionOf(lookup) }))
    .sort((a, b) => a.attention.rank - b.attention.rank);
  const urgent = ranked.filter(({ attention }) => attention.reasons.length > 0);
  const isOne = ranked.length === 1;
  const opening = content.heat?.alerts.opening ?? "";
  const lines = ranked.flatMap(({ lookup }) => packageLines(lookup, isOne, opening === ""));
  const [first = ""] = lines;
  return {
    headline: opening + (isOne ? first : headlineOf(urgent, ranked)),
    lines: isOne ? lines.slice(1) : lines,
    structured: {
      attention: urgent.map(({ lookup, attention }) => ({ id: idOf(lookup), reasons: [...attention.reasons] })),
      packages: ranked.map(({ lookup }) => row(lookup, content.heat)),
    },
    notes: given<Note>(orderNote(urgent.map(({ attention }) => attention)), ...notesOf(content)),
    partial: [...content.partial, ...(content.heat?.alerts.partial ?? [])],
  };
}

type Ranked = readonly { readonly lookup: Lookup; readonly attention: Attention }[];

function headlineOf(urgent: Ranked, ranked: Ranked): string {
  const count = ranked.length;
  const unclear = ranked.flatMap(({ lookup }) => (mayBeOverdue(lookup) ? wordText(idOf(lookup)) : []));
  const perhaps = unclear.length === 0 ? "" : ` Possibly overdue, time zone not known: ${unclear.join(", ")}.`;
  if (urgent.length === 0)
    return unclear.length === 0
      ? `None of ${count} needs attention.`
      : `None of ${count} is known to need attention.${perhaps}`;
  const each = urgent.map(({ lookup, attention }) => `${wordText(idOf(lookup))} (${attention.reasons.join(", ")})`);
  return `${urgent.length} of ${count} ${urgent.length === 1 ? "needs" : "need"} attention: ${each.join(", ")}.${perhaps}`;
}

function mayBeOverdue(lookup: Lookup): boolean {
  return lookup.found === true && lookup.facts.overdue === null && lookup.facts.scheduled !== null;
}

function row(lookup: Lookup, checked: PackagesHeat | undefined): Structured["packages"][number] {
  if (lookup.found !== true) return { id: lookup.id, found: lookup.found, reason: lookup.reason };
  const { facts, heat, record } = lookup;
  const { id, abroad, isDelivered: _, scans, ...fields } = facts;
  const { dataOf = null, stale = false } = checked?.alerts ?? {};
  return {
    id,
    found: true,
    ...fields,
    ...(abroad === undefined ? {} : { abroad }),
    lastScan: scans.at(-1) ?? null,
    ...(heat === undefined ? {} : { heat: { ...heat, dataOf, stale } }),
    ...(record === undefined ? {} : { scans, record }),
  };
}

function notesOf({ lookups, heat }: TrackContent): Note[] {
  const packages = packagesOf(lookups);
  const hasZoneless = packages.some(({ scheduled, delivered }) => isZoneless(scheduled) || isZoneless(delivered));
  return [
    ...lookups.flatMap((lookup) =>
      lookup.found === true && lookup.ids.length > 1
        ? [`${lookup.ids.map(wordText).join(" and ")} are the same package.`]
        : [],
    ),
    ...given<Note>(
      hasZoneless && CAVEATS.noZone,
      lookups.length > 1 && packages.some(({ refrigerated }) => refrigerated === false) && CAVEATS.notRefrigerated,
    ),
    ...(heat === undefined ? [] : heatNotes(heat, packages)),
  ];
}

function heatNotes({ of, alerts }: PackagesHeat, packages: readonly PackageFacts[]): string[] {
  if (packages.length === 0) return ["No package was found, so heat was not checked."];
  const places = [...of.values()].flatMap(({ destination, lastPlace }) => [destination, lastPlace]);
  const where = places.some(isHot) ? "elsewhere" : "at destinations and last places";
  return given(
    places.some((levels) => levels !== null) && `Alerts: ${alertsOfText(alerts)}.`,
    places.some((levels) => levels?.length === 0) &&
      `No alert in this data ${where}, which does not mean that temperatures are safe.`,
    of.size < packages.length && "Delivered: heat not checked.",
    ...alerts.notes,
  );
}

function packageLines(lookup: Lookup, isOne: boolean, isHeatRead: boolean): string[] {
  if (lookup.found !== true) {
    const what = lookup.found === false ? "" : "could not be looked up: ";
    return [`${wordText(lookup.id)} ${what}${lookup.reason}.`];
  }
  const { facts, heat, record } = lookup;
  const isFull = record !== undefined;
  const sentences = given(
    `${wordText(facts.id)} ${statusText(facts)}${facts.isDelivered ? deliveredText(facts) : dueText(facts)}`,
    ...heatSentences(heat, facts, isHeatRead || isHot(heat?.destination) || isHot(heat?.lastPlace)),
    coldText(facts, isOne),
    !facts.isDelivered && scanText(facts.scans.at(-1)),
    carrierText(facts),
    isFull && detailText(facts),
  );
  return [`${sentences.join(". ")}.`, ...(isFull ? facts.scans.map((scan) => `  ${allScanText(scan)}`) : [])];
}

/** `In transit to Phoenix, AZ 85001`; `Delivered` with its place after the time. */
function statusText(facts: PackageFacts): string {
  const status = facts.status === null ? "Status not given" : nameText(facts.status);
  const place = placeText(facts);
  if (facts.isDelivered || place === "") return status;
  const kind = facts.status?.toLowerCase() ?? "";
  return `${status}${kind.startsWith("out for") ? " in" : kind === "in transit" ? " to" : ", addressed to"} ${place}`;
}

function placeText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = given(city && cityText(city), state && cityText(state)).join(", ");
  return given(name, zip && nameText(zip), abroad && nameText(abroad)).join(" ");
}

/** `: OVERDUE since Sat 2026-11-21 21:00*, 24 h later than first scheduled`. */
function dueText({ scheduled, originalScheduled, scheduleSlipHours: slip, overdue }: PackageFacts): string {
  if (scheduled === null) return ": no delivery scheduled";
  const verb = overdue === true ? "OVERDUE since" : overdue === null ? "due or overdue (zone not known)" : "due";
  return `: ${[`${verb} ${timeText(scheduled)}`, ...slipText(slip, originalScheduled, overdue)].join(", ")}`;
}

function slipText(slip: number | null, originalScheduled: string | null, overdue: boolean | null): string[] {
  if (slip === null) return originalScheduled === null ? [] : [`first scheduled ${timeText(originalScheduled)}`];
  if (slip === 0) return overdue === true ? [] : ["as first scheduled"];
  return [`${hoursText(slip)} ${slip > 0 ? "later" : "earlier"} than first scheduled`];
}

function deliveredText(facts: PackageFacts): string {
  const { delivered, deliveredLateHours: late, deliveryLocation } = facts;
  const parts = given(
    placeText(facts),
    late !== null &&
      (late > 0
        ? `${hoursText(late)} LATE against the first schedule`
        : late === 0
          ? "on time"
          : `${hoursText(late)} early`),
    deliveryLocation && `left at ${nameText(deliveryLocation)}`,
  );
  return [delivered === null ? ", time not given" : ` ${timeText(delivered)}`, ...parts].join(", ");
}

function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}

function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

/** Silent where there is no alert: the notes say that once for all. */
function heatSentences(heat: PackageHeat | undefined, { scans }: PackageFacts, isRead: boolean): string[] {
  if (heat === undefined || !isRead) return [];
  const { destination, lastPlace } = heat;
  const last = scans.at(-1);
  const at = `last place ${cityText(last?.city ?? "not given")}, ${cityText(last?.state ?? "")}`;
  return given(
    isHot(destination) && `${levelsText(destination, destination[0]?.zips[0])} alert at destination`,
    destination === null && "Heat not checked at destination",
    isHot(lastPlace) && `${levelsText(lastPlace)} alert at ${at}`,
    lastPlace === null && last !== undefined && `Heat not checked at ${at}`,
  );
}

/** `Refrigerated, not re-iced`; of several packages one note says which are not refrigerated. */
function coldText({ refrigerated, reIced, isDelivered }: PackageFacts, isOne: boolean): string {
  if (refrigerated === false) return isOne ? "Not refrigerated" : "";
  if (refrigerated === null) return "Refrigeration not given";
  if (isDelivered && reIced !== true) return "Refrigerated";
  return `Refrigerated, ${reIced === null ? "re-icing not given" : reIced ? "re-iced" : "not re-iced"}`;
}

function scanText(scan: Scan | undefined): string {
  if (scan === undefined) return "No scan yet";
  const ago = scan.hoursAgo === null ? `, ${timeText(scan.local ?? "")}` : `, ${hoursText(scan.hoursAgo)} ago`;
  return `Last scan ${whatAndWhere(scan)}${ago}`;
}

function whatAndWhere({ description, code, city, state }: Scan): string {
  const what = description === null ? valueText(code) : quote(description);
  return given(what, given(city && cityText(city), state && cityText(state)).join(" ")).join(", ");
}

function allScanText(scan: Scan): string {
  const local = scan.local === null ? "time not given" : timeText(scan.local).replace("*", "");
  const zone = scan.timeZone === null ? "" : ` ${nameText(scan.timeZone)}`;
  return `${local}${zone}${scan.at === null ? " (instant not certain)" : ""} ${whatAndWhere(scan)}`;
}

function carrierText({ carrier, service, trackingNumber, orderNumber, id }: PackageFacts): string {
  const other = trackingNumber === id ? orderNumber : trackingNumber;
  const told = other !== null && other !== id && `${other === orderNumber ? "order " : ""}${wordText(other)}`;
  return given(carrier && nameText(carrier), service && nameText(service), told).join(" ");
}

/** Details for `detail: "full"` alone: `Signature required, tier 2, 6.5 lb, given to the carrier …`. */
function detailText({ signatureRequired, tier, weightLb, givenToCarrier }: PackageFacts): string {
  const signature = signatureRequired === null ? "" : `${signatureRequired ? "" : "no "}signature required`;
  const carrier = givenToCarrier === null ? "" : `given to the carrier ${timeText(givenToCarrier)}`;
  return capital(
    given(signature, tier !== null && `tier ${tier}`, weightLb !== null && `${weightLb} lb`, carrier).join(", "),
  );
}
