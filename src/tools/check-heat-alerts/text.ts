import { compact, groupBy } from "../../domain/collections.ts";
import { NO_LEVEL } from "../../domain/level-order.ts";
import { ownFields } from "../../domain/shown-record.ts";
import { zipRanges } from "../../domain/zip.ts";
import { cityOfArea } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { placesText, restText, unplacedText } from "../answer/rows.ts";
import { type Counts, statesText } from "../answer/value-counts.ts";
import { capital, fieldsText, plural, wordText } from "../answer/words.ts";
import { type Location, locationMembers, locationText, unknownRows, unknownText } from "../areas/location.ts";
import { alertLevelText, type LevelAt, pagesText, resumeText } from "../heat/alert-words.ts";
import type { Answer, Note } from "../tool.ts";
import type { HeatFacts, PlaceAlerts } from "./facts.ts";
import type { Structured } from "./schema.ts";

const MAX_HEADLINE_PLACES = 3;
const MAX_NAMES = 12;
const MAX_ROWS_WITH_FIELDS = 5;

export function heatAnswer(facts: HeatFacts): Answer<Structured> {
  const isEverywhere = facts.places.length === 0;
  const body = isEverywhere ? alertsEverywhere(facts) : alertsAtPlaces(facts);
  const { incomplete, minLevel } = facts;
  const unknown = unknownText(facts.unknown);
  const below = minLevel === undefined ? "" : ` Levels below ${wordText(minLevel)} were not checked.`;
  const missing = incomplete === undefined ? "" : ` What is missing may hold more. ${resumeText(incomplete)}`;
  const whole = (body: string) => `${unknown.opening}${body}${below}${missing}`;
  return {
    warning: incomplete === undefined ? "" : `PARTIAL: ${pagesText(incomplete)};`,
    headline: whole(body.headline),
    title: () => whole(body.title ?? body.headline),
    lines: [...unknown.lines, ...body.lines, ...fieldLines(facts)],
    structured: alertMembers(facts),
    notes: alertNotes(facts),
    dataOf: facts.dataOf,
    window: windowText(facts),
    marks: facts.marks,
    partial: compact(incomplete?.failure),
  };
}

type Body = Pick<Answer<Structured>, "headline" | "lines"> & { readonly title?: string };

function alertsEverywhere(facts: HeatFacts): Body {
  const { levels, matched, total, byState, incomplete } = facts;
  const scope = incomplete === undefined ? "in this data" : "so far";
  if (matched === 0) return { headline: `No alert${aboveText(facts)} anywhere ${scope}.`, lines: [] };
  const number = total === null || matched === total ? plural(matched, "alert") : `${matched} of ${total} alerts read`;
  const counts = levels.map((level) => `${level.text} ${level.count}${inBrackets(statesText(level.byState))}`);
  const isNoneElsewhere = incomplete === undefined && byState["unknown"] === undefined;
  const title = `${number}${aboveText(facts)}${inBrackets(statesText(byState))}`;
  const ending = isNoneElsewhere ? ` None elsewhere ${scope}.` : "";
  return {
    headline: `${title}: ${counts.join(", ")}.${ending}`,
    title: `${title}.${ending}`,
    lines: levelLines(facts),
  };
}

function aboveText({ minLevel }: HeatFacts): string {
  return minLevel === undefined ? "" : ` at or above ${wordText(minLevel)}`;
}

function inBrackets(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

/** `SevereHot: Phoenix, AZ 85001–85005; Mesa, AZ 85201; 8 more.` */
function levelLines({ levels }: HeatFacts): string[] {
  return levels.flatMap(({ text, rows, count }) => {
    const more = count > rows.length && `${count - rows.length} more`;
    return rows.length === 0 ? [] : `${text}: ${compact(placesText(rows), more).join("; ")}.`;
  });
}

/** Up to three places have a sentence each; more are named by level, with a line for each that has alerts. */
function alertsAtPlaces(facts: HeatFacts): Body {
  const { places } = facts;
  const placeSentence = (place: PlaceAlerts) => `${capital(locationText(place.location))}: ${placeText(place, facts)}.`;
  if (places.length <= MAX_HEADLINE_PLACES) return { headline: places.map(placeSentence).join(" "), lines: [] };
  const withAlerts = places.filter(({ matched }) => matched > 0);
  const withoutAlerts = places.filter(({ matched }) => matched === 0);
  const perLevel = facts.levels.map(({ level, text }) => {
    const ofLevel = withAlerts.filter(({ levels }) => levels.some((levelAt) => levelAt.level === level));
    return `${text}: ${namesOrNumber(ofLevel)}.`;
  });
  const none = capital(absence(facts));
  return {
    headline: compact(...perLevel, withoutAlerts.length > 0 && `${none}: ${namesOrNumber(withoutAlerts)}.`).join(" "),
    lines: compact(
      ...withAlerts.map(placeSentence),
      withoutAlerts.length > MAX_NAMES && `${none}: ${namesText(withoutAlerts)}.`,
    ),
  };
}

function namesOrNumber(places: readonly PlaceAlerts[]): string {
  return places.length > MAX_NAMES ? plural(places.length, "place") : namesText(places);
}

function namesText(places: readonly PlaceAlerts[]): string {
  return places.map(({ location }) => locationText(location)).join("; ");
}

function absence(facts: HeatFacts): string {
  if (facts.incomplete !== undefined) return "no alert found so far";
  return `no alert${aboveText(facts) || " in this data"}`;
}

/**
 * The levels of a place:
 *
 *     one ZIP         SevereHot, Hot (2 alerts)
 *     a city          SevereHot in 1 of 81 ZIPs (85001), Hot in 3 (85002–85004)
 *     areas as sent   SevereHot in 2 areas (850, 851)
 *     without levels  alert with level not given in 1 of 2 ZIPs (85001)
 */
function placeText({ location, matched, levels }: PlaceAlerts, facts: HeatFacts): string {
  if (matched === 0) return absence(facts);
  const [area, ...otherAreas] = location.areas;
  const isPlaceItself = otherAreas.length === 0 && levels.every(({ zips }) => zips.length === 1 && zips[0] === area);
  const texts = levels.map((levelAt, index) => {
    const { level, count, zips } = levelAt;
    const name = `${level === NO_LEVEL ? "alert with " : ""}${alertLevelText(level, facts.order)}`;
    const alerts = count === zips.length ? "" : plural(count, "alert");
    if (isPlaceItself) return `${name}${inBrackets(alerts)}`;
    const isArea = (zips[0] ?? "").length < 5;
    const ofZips = index === 0 ? ` of ${plural(location.zipCount, "ZIP")}` : "";
    const number = isArea ? plural(zips.length, "area") : `${zips.length}${ofZips}`;
    const where = compact(alerts, listedZips(levelAt, location, facts)).join(": ");
    return `${name} in ${number}${inBrackets(where)}`;
  });
  return `${texts.join(", ")}${facts.incomplete === undefined ? "" : " so far"}`;
}

/** The ZIPs of listed rows with their cities: `Austin, TX 73301, 73344; Waco, TX 76701; 12 more`. */
function listedZips({ level, zips }: LevelAt, { place }: Location, { levels }: HeatFacts): string {
  const listed = new Set(levels.find((ofAll) => ofAll.level === level)?.rows.map(({ area }) => area));
  const shown = zips.filter((zip) => listed.has(zip));
  const cities = shown.map((area) => ({ area, city: cityOfArea(area) }));
  const named = placesText(cities.map(({ area, city }) => ({ area, place: city === place ? null : city })));
  const more = shown.length < zips.length && `${zips.length - shown.length} more`;
  return shown.length === 0 ? "" : compact(named, more).join("; ");
}

/** Fields that the specification does not show, if few rows are listed: `85001–85005: peakFahrenheit 114.` */
function fieldLines(facts: HeatFacts): string[] {
  if (facts.listed.length > MAX_ROWS_WITH_FIELDS) return [];
  const byText = groupBy(facts.listed, ({ record }) => fieldsText(ownFields(record, ["zip", "temperatureLevel"])));
  byText.delete("");
  return [...byText].map(([text, alerts]) => `${zipRanges(alerts.map(({ area }) => area ?? "no ZIP"))}: ${text}.`);
}

function alertNotes(facts: HeatFacts): Note[] {
  const { places, levels, listed, matched, unplaced, windowHours, order } = facts;
  const isEverywhere = places.length === 0;
  const isOtherLevel = levels.some(({ level }) => level !== "SevereHot");
  return compact<Note>(
    restText(listed.length, matched, "alerts"),
    !isEverywhere && unplacedText(unplaced, "alert"),
    (isEverywhere || places.some(({ matched }) => matched === 0)) && CAVEATS.noCoverage,
    order === undefined && isOtherLevel && CAVEATS.levels,
    order !== undefined && levels.length > 1 && CAVEATS.order,
    CAVEATS.levelsOnly,
    windowHours !== null && { ...CAVEATS.window, text: "" },
  );
}

function windowText({ windowHours, granularity }: HeatFacts): string {
  const window = windowHours === null ? "window not given" : `${windowHours} h window (${CAVEATS.window.text})`;
  return granularity === null || granularity === "zip5" ? window : `${window}, by ${wordText(granularity)}`;
}

function alertMembers(facts: HeatFacts): Structured {
  const { places, unknown, levels, byState, matched, total, incomplete, minLevel, windowHours, granularity } = facts;
  const alerts = facts.listed.map(({ record, place }) => ({ ...ownFields(record), place }));
  return {
    places: [
      ...unknownRows(unknown),
      ...places.map((place) => ({
        ...locationMembers(place.location),
        zips: place.location.zipCount,
        matched: place.matched,
        byLevel: countsByLevel(place.levels),
        // So that zero is not read as none.
        ...(incomplete && { complete: false }),
      })),
    ],
    alerts,
    matched,
    listed: alerts.length,
    total,
    byLevel: countsByLevel(levels),
    byState,
    ...(minLevel === undefined ? {} : { minLevel }),
    complete: incomplete === undefined,
    windowHours,
    granularity,
  };
}

function countsByLevel(levels: readonly { readonly level: string; readonly count: number }[]): Counts {
  return Object.fromEntries(levels.map(({ level, count }) => [level, count]));
}
