import type { AlertSet, Api, Call } from "../api/api.ts";
import type { Failure, Result } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { isZoneAbroad } from "../domain/zone.ts";
import { readPlace } from "../places/read-place.ts";
import { stateOfField } from "../places/state-field.ts";
import { alertNotes } from "./alert-notes.ts";
import { isForeign } from "./foreign.ts";
import {
  type AlertsRead,
  alertOrNone,
  alertsRead,
  alertsText,
  MIN_ALERT_CHARS,
  NO_ALERT_NO_PROOF,
  READ_IN_PART,
} from "./heat-text.ts";
import type { PackageFacts } from "./package-facts.ts";
import { recordOf } from "./plan.ts";
import type { Limits } from "./shrink.ts";
import { pageSteps, type Step } from "./side-by-side.ts";
import { listWithin, shortText, textOf, valueText, wordText, zoneText } from "./text.ts";
import { isOfUs, zipDoubt } from "./zip-doubt.ts";
import { isAmongKnown, placeOfZip } from "./zip-place.ts";

/** Alerts where a package was last scanned and where it is bound for (DESIGN 3, track_package with checkHeat). */
export interface PackageHeat {
  /** City and state of the last scan; null where there is none, or it could not be looked up: `note` tells which. */
  readonly lastPlace: string | null;
  /** Levels in force there; null where none is in this data, or where it could not be looked up. */
  readonly lastPlaceAlert: string | null;
  /** ZIP of the recipient and its place; without a ZIP, city and state alone. */
  readonly destination: string | null;
  readonly destinationAlert: string | null;
  /** Why a place could not be looked up, or what is not plain about it. */
  readonly note: string | null;
}

/** The heat of several packages, looked up together. */
export interface PackagesHeat {
  /** Of packages that are not delivered. */
  readonly heat: ReadonlyMap<PackageFacts, PackageHeat>;
  readonly alertsRead: AlertsRead;
  readonly notes: readonly string[];
  readonly partial: readonly Failure[];
}

/** Characters for the numbers of packages whose heat is not looked up. */
const MAX_DELIVERED_CHARS = 160;

const NONE_FOUND_NOTE = "No package was found, so no heat was looked up.";

/**
 * Looks up the alerts at the last known place and at the destination of each package that is not delivered. Bills what
 * reading alerts bills; asks nothing where none is under way.
 */
export async function checkPackagesHeat(
  packages: readonly PackageFacts[],
  { api, call, step }: { readonly api: Api; readonly call: Call; readonly step: Step },
): Promise<PackagesHeat> {
  const underWay = packages.filter(({ isDelivered }) => !isDelivered);
  if (underWay.length === 0)
    return {
      heat: new Map(),
      alertsRead: "none",
      notes: packages.length === 0 ? [NONE_FOUND_NOTE] : deliveredNote(packages),
      partial: [],
    };
  const stops = underWay.map((facts) => ({ facts, ...stopsOf(facts) }));
  const areas = [...new Set(stops.flatMap(({ last, destination }) => [...last.areas, ...destination.areas]))];
  const alerts =
    areas.length === 0 ? undefined : await api.alerts({ zips: areas }, { ...call, onPage: pageSteps(step) });
  return {
    heat: new Map(stops.map(({ facts, last, destination }) => [facts, heatOf(last, destination, alerts)])),
    alertsRead: alertsRead(alerts),
    notes: [NO_ALERT_NO_PROOF, ...deliveredNote(packages), ...(alerts === undefined ? [] : alertNotes(alerts, areas))],
    partial: alerts?.ok === false ? [alerts.failure] : [],
  };
}

/** Which packages have no heat since they are delivered; of one alone, or of all, the number need not be repeated. */
function deliveredNote(packages: readonly PackageFacts[]): string[] {
  const delivered = packages.filter(({ isDelivered }) => isDelivered).map(({ id }) => wordText(id));
  if (delivered.length === 0) return [];
  const which = delivered.length === packages.length ? "" : `: ${listWithin(delivered, MAX_DELIVERED_CHARS)}`;
  return [`Heat is not looked up for what is delivered${which}.`];
}

/** Whether a package that must stay cold, and was not re-iced, is bound for a place with an alert. */
export function isMelting({ record, isDelivered }: PackageFacts, heat: PackageHeat | undefined): boolean {
  const isWarming = !isDelivered && record["refrigerated"] === true && record["reIced"] !== true;
  return isWarming && heat !== undefined && heat.destinationAlert !== null;
}

/** Whether an alert is in force where a package was last seen or where it is bound for. */
export function isInHeat(heat: PackageHeat | undefined): boolean {
  return heat !== undefined && (heat.destinationAlert !== null || heat.lastPlaceAlert !== null);
}

/** A place, and the ZIP codes under which its alerts stand; `doubt` where it has none. */
interface Stop {
  readonly label: string | null;
  readonly areas: readonly string[];
  readonly doubt?: string;
}

function stopsOf({ record, scans, boundFor }: PackageFacts) {
  const event = scans.at(-1)?.event;
  const isScannedAbroad = event !== undefined && (isForeign(event) || isScanZoneAbroad(event));
  return { last: lastStop(event), destination: destinationStop(record, boundFor, isScannedAbroad) };
}

function isScanZoneAbroad({ timeZone, state }: ServiceRecord): boolean {
  const code = stateOfField(cleanText(textOf(state), 60))?.code;
  return isZoneAbroad(timeZone, new Set(code === undefined ? [] : [code]));
}

function lastStop(event: ServiceRecord | undefined): Stop {
  if (event === undefined) return unknownStop("last place not known, no scan");
  if (isForeign(event)) return unknownStop("last scan abroad");
  const zone = event["timeZone"];
  // Como is in Italy and in Colorado, and CO stands for both.
  if (isScanZoneAbroad(event)) return unknownStop(`last scan abroad, by its zone ${zoneText(zone)}`);
  const [city, state] = [cleanText(textOf(event["city"]), 60), cleanText(textOf(event["state"]), 20)];
  if (city === "" || state === "") return unknownStop("last place not known, its scan names no city and state");
  const label = placeLabel(city, state);
  const place = cityStop(city, state);
  if (place === undefined) return unknownStop(`last place ${label} not known here, not looked up`);
  return place.doubt === undefined ? place : { ...place, doubt: `last place ${label}: ${place.doubt}` };
}

function destinationStop(
  { recipientAddress }: ServiceRecord,
  country: PackageFacts["boundFor"],
  isScannedAbroad: boolean,
): Stop {
  if (country === "another") return unknownStop("destination abroad");
  const address = recordOf(recipientAddress) ?? {};
  const zip = /^\d{5}(?=$|-\d{4}$)/.exec(textOf(address["zip"]).trim())?.[0];
  if (zip === undefined) return destinationCity(address, country, isScannedAbroad);
  const doubt = zipDoubt(address, country);
  if (doubt !== undefined) return unknownStop(`destination perhaps abroad, not looked up: ${doubt}`);
  const place = placeOfZip(zip);
  if (place !== undefined) return { label: `${zip} ${place.name}`, areas: [zip] };
  const city = destinationCity(address, country, isScannedAbroad, `ZIP ${zip} not known here`);
  // One among codes of the state is perhaps newer than the index; others are placeholders, and none of the city's.
  if (city.label !== null) return isAmongKnown(zip) ? { ...city, areas: [...city.areas, zip] } : city;
  return { label: zip, areas: [zip], doubt: `destination ${zip} not known here` };
}

/**
 * Without a known ZIP (`unknown` says of one that it is not), by city and state as a scan is; not where what stands for it
 * is perhaps a code abroad, nor where the package is abroad and no country is named: `CO` is Como, too.
 */
function destinationCity(
  address: ServiceRecord,
  country: PackageFacts["boundFor"],
  isScannedAbroad: boolean,
  unknown?: string,
): Stop {
  const sent = textOf(address["zip"]).trim();
  const hasDigits = unknown === undefined && /\d/.test(sent);
  const why = unknown ?? (hasDigits ? "without a readable ZIP" : "without a ZIP");
  const [city, state] = [cleanText(textOf(address["city"]), 60), cleanText(textOf(address["state"]), 20)];
  const damaged = damagedZip(sent);
  const isCodeAbroad = hasDigits && (damaged === undefined || zipDoubt({ ...address, zip: damaged }) !== undefined);
  if (isCodeAbroad || city === "" || state === "") return unknownStop(`destination ${why}, not looked up`);
  if (isScannedAbroad && country === undefined) {
    return unknownStop(`destination ${why}, perhaps abroad as the last scan is, not looked up`);
  }
  const label = placeLabel(city, state);
  const place = cityStop(city, state);
  if (place === undefined) return unknownStop(`destination ${why}, and ${label} not known here, not looked up`);
  const read = place.doubt === undefined ? label : `${label}: ${place.doubt}`;
  return { ...place, doubt: `destination ${why}, looked up as ${read}` };
}

/** The ZIP that digits were before they lost a hyphen, or a zero in front. */
function damagedZip(digits: string): string | undefined {
  if (/^\d{5}(?:-|\s?\d{4})$/.test(digits)) return digits.slice(0, 5);
  return /^\d{4}$/.test(digits) ? `0${digits}` : undefined;
}

function unknownStop(doubt: string): Stop {
  return { label: null, areas: [], doubt };
}

function placeLabel(city: string, state: string): string {
  return `${valueText(city)}, ${valueText(state)}`;
}

/** A city of the United States by name and state, with what is not plain about it; undefined where none is certain. */
function cityStop(city: string, state: string): Stop | undefined {
  const reading = readPlace(`${city}, ${state}`);
  if (reading.kind !== "place") return undefined;
  const { place, remark } = reading;
  return { label: place.label, areas: place.areas, ...(remark === undefined ? {} : { doubt: remark.full }) };
}

function heatOf(last: Stop, destination: Stop, alerts: Result<AlertSet> | undefined): PackageHeat {
  const [lastPlaceAlert, destinationAlert] = [alertAt(last, alerts), alertAt(destination, alerts)];
  const isLeftOpen = (stop: Stop, alert: string | null): boolean =>
    stop.areas.length > 0 && alert === null && alertsRead(alerts) === "part";
  const isAnyOpen = isLeftOpen(last, lastPlaceAlert) || isLeftOpen(destination, destinationAlert);
  const doubts = [last.doubt, destination.doubt, isAnyOpen ? READ_IN_PART : undefined].filter(
    (doubt) => doubt !== undefined,
  );
  return {
    lastPlace: last.label,
    lastPlaceAlert,
    destination: destination.label,
    destinationAlert,
    note: doubts.length === 0 ? null : doubts.join("; "),
  };
}

/** `SevereHot`, of a city with how many of its ZIP codes have it. */
function alertAt({ areas }: Stop, alerts: Result<AlertSet> | undefined): string | null {
  if (alerts?.ok !== true) return null;
  const found = areas.map((area) => alerts.value.at(area).filter(isOfUs)).filter((records) => records.length > 0);
  if (found.length === 0) return null;
  const levels = alertsText(found.flat());
  return areas.length === 1 ? levels : `${levels} (in ${found.length} of its ${areas.length} ZIPs)`;
}

/** The same with its alerts and note cut to size: a record may have any fields, and its text stands with each package. */
export function cutHeat(heat: PackageHeat, { chars }: Limits): PackageHeat {
  const cut = (text: string | null) => (text === null ? null : shortText(text, Math.max(chars * 2, MIN_ALERT_CHARS)));
  const { lastPlaceAlert, destinationAlert, note } = heat;
  return { ...heat, lastPlaceAlert: cut(lastPlaceAlert), destinationAlert: cut(destinationAlert), note: cut(note) };
}

/** `heat: destination 33101 Miami, FL: alert SevereHot; last place Memphis, TN: no alert in this data`. */
export function packageHeatText(heat: PackageHeat, read: AlertsRead): string {
  const told = (name: string, place: string | null, alert: string | null): string[] =>
    place === null ? [] : [`${name} ${place}: ${alertOrNone(alert, read)}`];
  const parts = [
    ...told("destination", heat.destination, heat.destinationAlert),
    ...told("last place", heat.lastPlace, heat.lastPlaceAlert),
    ...(heat.note === null ? [] : [heat.note]),
  ];
  return `heat: ${parts.join("; ")}`;
}
