import type { Failure } from "../../api/failure.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import { levelsText } from "../heat/levels.ts";
import { CAVEATS } from "../kit/caveats.ts";
import { cityText, clockText, hoursText, nameText, valueText, wordText } from "../kit/words.ts";
import type { Answer } from "../tool.ts";
import { attentionOf, idOf, type Lookup } from "./attention.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat, PackagesHeat } from "./heat.ts";
import type { Scan } from "./scans.ts";
import type { Structured } from "./schema.ts";

/** Everything that one answer about packages says. */
export interface TrackContent {
  /** In the order asked. */
  readonly lookups: readonly Lookup[];
  readonly heat?: PackagesHeat | undefined;
  /** Numbers that name the same package: `10043 and SBX0000010043`. */
  readonly same: readonly string[];
  /** The records, and all scans, for `detail: "full"`. */
  readonly records?: ReadonlyMap<PackageFacts, Readonly<Record<string, unknown>>> | undefined;
  readonly partial: readonly Failure[];
}

/** Renders packages for both channels, the most urgent first. */
export function trackAnswer(content: TrackContent): Answer<Structured> {
  const ranked = content.lookups
    .map((lookup) => ({ lookup, attention: attentionOf(lookup) }))
    .sort((a, b) => a.attention.rank - b.attention.rank);
  const urgent = ranked.filter(({ attention }) => attention.reasons.length > 0);
  const lines = ranked.flatMap(({ lookup }) => packageLines(lookup, content.records !== undefined));
  const isOne = ranked.length === 1;
  const [first = ""] = lines;
  return {
    headline: isOne ? first : headlineOf(urgent, ranked.length),
    lines: isOne ? lines.slice(1) : lines,
    structured: {
      attention: urgent.map(({ lookup, attention }) => ({ id: idOf(lookup), reasons: [...attention.reasons] })),
      packages: ranked.map(({ lookup }) => row(lookup, content)),
    },
    notes: notesOf(content),
    partial: [...content.partial, ...(content.heat?.alerts.partial ?? [])],
  };
}

function headlineOf(
  urgent: readonly { lookup: Lookup; attention: { reasons: readonly string[] } }[],
  count: number,
): string {
  if (urgent.length === 0) return `None of ${count} needs attention.`;
  const each = urgent.map(({ lookup, attention }) => `${wordText(idOf(lookup))} (${attention.reasons.join(", ")})`);
  return `${urgent.length} of ${count} ${urgent.length === 1 ? "needs" : "need"} attention: ${each.join(", ")}.`;
}

function row(lookup: Lookup, { records, heat: checked }: TrackContent): Structured["packages"][number] {
  if (lookup.found !== true) return { id: lookup.id, found: lookup.found, reason: lookup.reason };
  const { facts, heat } = lookup;
  const { id, isDelivered: _, abroad, scans, ...told } = facts;
  const record = records?.get(facts);
  return {
    id,
    found: true,
    ...told,
    ...(abroad === null ? {} : { abroad }),
    lastScan: scans.at(-1) ?? null,
    ...(heat === undefined
      ? {}
      : { heat: { ...heat, dataOf: checked?.alerts.dataOf ?? null, stale: checked?.alerts.stale ?? false } }),
    ...(record === undefined ? {} : { scans, record }),
  };
}

function notesOf({ lookups, heat, same }: TrackContent): string[] {
  const packages = lookups.flatMap((lookup) => (lookup.found === true ? [lookup] : []));
  const hasZoneless = packages.some(({ facts }) => [facts.scheduled, facts.delivered].some(isZoneless));
  const delivered = packages.filter(({ facts }) => facts.isDelivered).length;
  return [
    ...same.map((numbers) => `${numbers} are the same package.`),
    ...(hasZoneless ? [CAVEATS.noZone] : []),
    ...(heat === undefined ? [] : heatNotes(heat, packages.length, delivered)),
  ];
}

function heatNotes({ of, alerts }: PackagesHeat, count: number, delivered: number): string[] {
  if (of.size === 0)
    return [count === 0 ? "No package was found, so heat was not checked." : "Heat was not checked: delivered."];
  const places = [...of.values()].flatMap(({ destination, lastPlace }) => [destination, lastPlace]);
  const isAnyUnknown = places.some((levels) => levels === null);
  const isAnyEmpty = places.some((levels) => levels?.length === 0);
  const isAnyHot = places.some((levels) => (levels?.length ?? 0) > 0);
  const others = isAnyHot ? "at the other places" : "at destinations and last places";
  return [
    ...(alerts.dataOf === null ? [] : [`Alerts: ${alertsOfText(alerts)}.`]),
    ...(isAnyEmpty ? [`Heat: no alert in this data ${others} (no proof of safe temperatures).`] : []),
    ...(isAnyUnknown && alerts.notes.length === 0
      ? ["Heat: a place without a known city or ZIP was not checked."]
      : []),
    ...(delivered > 0 ? ["Delivered ones were not checked for heat."] : []),
    ...alerts.notes,
  ];
}

function packageLines(lookup: Lookup, hasAllScans: boolean): string[] {
  if (lookup.found !== true) {
    const what = lookup.found === false ? "" : "could not be asked: ";
    return [`${wordText(lookup.id)} ${what}${lookup.reason}.`];
  }
  const { facts, heat } = lookup;
  const sentences = [
    `${wordText(facts.id)} ${statusText(facts)}${verdictText(facts)}`,
    ...heatSentences(heat, facts),
    ...(coldText(facts) === "" ? [] : [coldText(facts)]),
    ...(facts.isDelivered ? [] : [scanText(facts.scans.at(-1))]),
    carrierText(facts),
  ];
  return [
    `${sentences.filter((text) => text !== "").join(". ")}.`,
    ...(hasAllScans ? facts.scans.map((scan) => `  ${allScanText(scan)}`) : []),
  ];
}

/** `In transit to Phoenix, AZ 85001`; `Delivered` with its place after the time. */
function statusText(facts: PackageFacts): string {
  const status = facts.status === null ? "Status not given" : nameText(facts.status);
  if (facts.isDelivered) return status;
  const place = placeText(facts);
  return place === "" ? status : `${status}${wayTo(facts.status ?? "")} ${place}`;
}

/** `In transit to`, `Out for delivery in`; of any other status only that the address is there. */
function wayTo(status: string): string {
  if (/^out for/i.test(status)) return " in";
  return /^in transit$/i.test(status) ? " to" : ", addressed to";
}

function placeText({ to: { city, state, zip }, abroad }: PackageFacts): string {
  const name = [city, state].flatMap((part) => (part === null ? [] : [cityText(part)])).join(", ");
  return [name, zip === null ? "" : nameText(zip), abroad === null ? "" : wordText(abroad)]
    .filter((part) => part !== "")
    .join(" ");
}

/** `: OVERDUE since Sat 2026-11-21 21:00*, 24 h later than first scheduled`. */
function verdictText(facts: PackageFacts): string {
  const { scheduled, originalScheduled, scheduleSlipHours: slip, overdue, isDelivered } = facts;
  if (isDelivered) return deliveredText(facts);
  if (scheduled === null) return ": no delivery scheduled";
  const verb = overdue === true ? "OVERDUE since" : overdue === null ? "due or overdue (zone not known)" : "due";
  const moved =
    slip === null
      ? originalScheduled === null
        ? ""
        : `, first scheduled ${timeText(originalScheduled)}`
      : slip === 0
        ? overdue === true
          ? ""
          : ", as first scheduled"
        : `, ${hoursText(slip)} ${slip > 0 ? "later" : "earlier"} than first scheduled`;
  return `: ${verb} ${timeText(scheduled)}${moved}`;
}

function deliveredText(facts: PackageFacts): string {
  const { delivered, deliveredLateHours: late, deliveryLocation } = facts;
  const when = delivered === null ? ", time not given" : ` ${timeText(delivered)}`;
  const early = late === 0 ? ", on time" : `, ${hoursText(late ?? 0)} early`;
  const slip = late === null ? "" : late > 0 ? `, ${hoursText(late)} LATE` : early;
  const place = placeText(facts);
  const at = deliveryLocation === null ? "" : `, left at ${nameText(deliveryLocation)}`;
  return `${when}${place === "" ? "" : `, ${place}`}${slip}${at}`;
}

function isZoneless(datetime: string | null): boolean {
  return datetime !== null && /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(datetime);
}

function timeText(datetime: string): string {
  return `${clockText(datetime)}${isZoneless(datetime) ? "*" : ""}`;
}

function heatSentences(heat: PackageHeat | undefined, { scans }: PackageFacts): string[] {
  const { destination = null, lastPlace = null } = heat ?? {};
  const last = scans.at(-1);
  const where = `${cityText(last?.city ?? "")}, ${cityText(last?.state ?? "")}`;
  return [
    ...(destination === null || destination.length === 0
      ? []
      : [`${levelsText(destination, destination[0]?.zips[0])} alert at destination`]),
    ...(lastPlace === null || lastPlace.length === 0 ? [] : [`${levelsText(lastPlace)} alert at last place ${where}`]),
  ];
}

/** `Refrigerated, not re-iced`. */
function coldText({ refrigerated, reIced, isDelivered }: PackageFacts): string {
  if (refrigerated === false || (refrigerated === null && reIced === null)) return "";
  const cold = refrigerated === null ? "Refrigeration not given" : "Refrigerated";
  if (isDelivered && reIced !== true) return cold;
  return `${cold}, ${reIced === null ? "re-icing not given" : reIced ? "re-iced" : "not re-iced"}`;
}

function scanText(scan: Scan | undefined): string {
  if (scan === undefined) return "No scan yet";
  const ago = scan.hoursAgo === null ? `, ${timeText(scan.local ?? "")}` : `, ${hoursText(scan.hoursAgo)} ago`;
  return `Last scan ${whatAndWhere(scan)}${ago}`;
}

function whatAndWhere({ description, code, city, state }: Scan): string {
  const what = description === null ? valueText(code) : `"${description.replaceAll('"', "'")}"`;
  const where = [city, state].flatMap((part) => (part === null ? [] : [cityText(part)])).join(" ");
  return where === "" ? what : `${what}, ${where}`;
}

function allScanText(scan: Scan): string {
  const local = scan.local === null ? "time not given" : timeText(scan.local).replace("*", "");
  const zoneName = scan.at === null ? valueText(scan.timeZone) : scan.timeZone;
  const zone = scan.timeZone === null ? "" : ` ${zoneName}`;
  return `${local}${zone}${scan.at === null ? " (instant not certain)" : ""} ${whatAndWhere(scan)}`;
}

function carrierText({ carrier, service, trackingNumber, orderNumber, id }: PackageFacts): string {
  const names = [carrier, service].flatMap((name) =>
    name === null ? [] : [/^[\w .&-]{1,30}$/.test(name) ? name : wordText(name)],
  );
  const other = trackingNumber === id ? orderNumber : trackingNumber;
  return [...names, ...(other === null || other === id ? [] : [wordText(other)])].join(" ");
}
