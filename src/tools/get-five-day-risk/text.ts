import { cleanText } from "../../domain/clean.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { plainValue } from "../../domain/shown-record.ts";
import { cityOfArea, stateOfArea } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { restText, unplacedText } from "../answer/rows.ts";
import { capital, dayText, listText, plural } from "../answer/words.ts";
import { locationMembers, locationText, unknownRows, unknownText } from "../areas/location.ts";
import { otherDateOf } from "../areas/records-at.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { Answer, Marks, Note } from "../tool.ts";
import { type AreaRisk, isWider } from "./area-risk.ts";
import { headlineOfFew } from "./body-few.ts";
import { bodyOfMany } from "./body-many.ts";
import { belowCounts, MAX_SINGLE_PLACES, type RiskFacts } from "./facts.ts";
import type { PlaceRisk } from "./place-risk.ts";
import { areaLines, placeWords } from "./place-words.ts";
import type { Structured } from "./schema.ts";
import { nameOfPlace, noRecordText } from "./words.ts";

export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { args, answered, unavailable, isGrouped, places, shown } = facts;
  const body = isGrouped ? bodyOfMany(facts) : { headline: headlineOfFew(facts), lines: [] };
  const unknown = unknownText(args.locations.unknown);
  const whole = (headline: string) => `${otherDatesText(facts)}${unknown.opening}${headline}${unavailableText(facts)}`;
  const country = places.find(({ location }) => location === undefined);
  const days = answered.map(({ day }) => day);
  const granularity = days.find((day) => day.granularity !== null)?.granularity ?? null;
  return {
    warning: partialText(facts),
    headline: whole(body.headline),
    ...(!isGrouped && { title: () => whole(headlineOfFew(facts, true)) }),
    lines: [...unknown.lines, ...body.lines, ...areaLines(facts)],
    structured: {
      places: [...unknownRows(args.locations.unknown), ...shown.flatMap((place) => rowsOfPlace(place, facts))],
      ...(country && { counts: country.dayCounts.map((day) => ({ areas: country.areaCount, ...day })) }),
      ...((isGrouped || shown.length < places.length) && { groups: groupRows(facts) }),
      ...(country === undefined && args.minRisk && { below: Object.fromEntries(belowCounts(facts)) }),
      riskField: facts.fields.risk?.name ?? null,
      unavailable: unavailable.map(({ date, failure }) => ({ date, reason: reasonText(failure) })),
      uncovered: places.flatMap(({ location, areaCount }) =>
        location && areaCount === 0 && facts.isWhole ? location.asked : [],
      ),
      horizon: plainValue(days[0]?.horizon ?? null),
      granularity: granularity === null ? null : cleanText(granularity, 30),
      complete: facts.isWhole && !unavailable.some(isLost),
    },
    notes: compact<Note>(unlistedText(facts), ...notesOf(facts)),
    dataOf: days.flatMap(({ generatedAt }) => generatedAt ?? []).sort()[0] ?? null,
    partial: unavailable.map(({ failure }) => failure),
    ...(country && { marks: async () => marksOf(country) }),
  };
}

function marksOf({ areasByLeadingValue }: PlaceRisk): Marks {
  return [...areasByLeadingValue].map(([value, areas]) => [value, areas.filter((area) => area.length === 3).join(" ")]);
}

/** A refused day lies beyond the horizon (service.md 4.3); any other failure loses a day that may exist. */
function isLost({ failure }: RiskFacts["unavailable"][number]): boolean {
  return failure.kind !== "invalid_request";
}

function partialText({ isWhole, answered, unavailable }: RiskFacts): string {
  const days = `${answered.length} of ${plural(answered.length + unavailable.length, "day")} read`;
  const why = compact(unavailable.some(isLost) && days, !isWhole && "the service has more records than it sent");
  return why.length === 0 ? "" : `PARTIAL: ${why.join("; ")}.`;
}

function unavailableText({ unavailable }: RiskFacts): string {
  const byReason = [...groupBy(unavailable, ({ failure }) => reasonText(failure))];
  return byReason
    .map(([reason, days]) => ` No answer for ${days.map(({ date }) => dayText(date)).join(", ")}: ${reason}.`)
    .join("");
}

function otherDatesText({ answered }: RiskFacts): string {
  const sentences = answered.map(({ date, day }) => {
    const other = otherDateOf(day.records, date);
    return other && `You asked for ${dayText(date)}; the service sent records dated ${dayText(other)}. `;
  });
  return compact(...sentences).join("");
}

function unlistedText({ places, shown, args, isGrouped, matchingAreaCount }: RiskFacts): Note {
  if (shown.length < places.length)
    return { text: "", structured: `${restText(shown.length, places.length, "places")} groups names all of them.` };
  const counted = places.filter(({ isCounted }) => isCounted);
  if (counted.length > 0 && isGrouped && args.minRisk === undefined)
    return `To list areas, name ${MAX_SINGLE_PLACES} places at most.`;
  const rest = restText(counted.flatMap(({ listedAreas }) => listedAreas).length, matchingAreaCount, "areas");
  return counted.some(({ isMixed }) => isMixed) ? rest : { text: "", structured: rest };
}

/** `No record for 29 of 31 ZIPs of Boston, MA, 1 of 10 areas of Oregon.`: areas that are neither listed nor counted. */
function missingAreasText(facts: RiskFacts): string {
  const texts = facts.places.flatMap(({ location, isCounted, areaCount, listedAreas }) => {
    if (location === undefined || areaCount === 0) return [];
    const ofPlace = `of ${locationText(location)}`;
    const missingZips = isCounted ? 0 : areaCount - listedAreas.length;
    if (missingZips > 0) return `${missingZips} of ${areaCount} ZIPs ${ofPlace}`;
    const wideAreas = new Set(location.areas.map((area) => area.slice(0, 3))).size;
    return isCounted && wideAreas > areaCount ? `${wideAreas - areaCount} of ${wideAreas} areas ${ofPlace}` : [];
  });
  return texts.length === 0 ? "" : `${capital(noRecordText(facts))} for ${listText(texts, MAX_SINGLE_PLACES)}.`;
}

type Row = Record<string, unknown>;

function rowsOfPlace(place: PlaceRisk, facts: RiskFacts): Row[] {
  const { location, areaCount, isCounted, dayCounts, listedAreas } = place;
  const areas = listedAreas.map((area) => ({ ...areaMembers(area, place), days: dayEntries(area, facts) }));
  if (location === undefined || !isCounted) return areas;
  const days = dayCounts.map(({ date, by, none }) => ({ date, by, none }));
  return [{ ...locationMembers(location), areas: areaCount, days }, ...areas];
}

/** A single place with rows of its own needs no group. */
function groupRows(facts: RiskFacts) {
  const groups = [...groupBy(facts.places, (place) => placeWords(place, facts).risks)];
  return groups
    .filter(([, places]) => places.length > 1 || places.some((place) => !facts.shown.includes(place)))
    .map(([risk, places]) => ({ risk, places: places.map(nameOfPlace) }));
}

function areaMembers(areaRisk: AreaRisk, { location, isCounted }: PlaceRisk): Row {
  const { area } = areaRisk;
  const around = area && cityOfArea(area);
  if (location === undefined) return { state: (area && stateOfArea(area)) ?? null, around, area };
  const names = locationMembers(location);
  if (isCounted) return { ...names, around, area };
  return { ...names, ...(isWider(areaRisk, location) && { largerThanPlace: true }), area };
}

function dayEntries({ days }: AreaRisk, facts: RiskFacts): Row[] {
  return days.flatMap(({ date, records }) =>
    records.length === 0
      ? [{ date, none: true, reason: noRecordText(facts) }]
      : records.map((fields) => ({ ...fields, date })),
  );
}

function notesOf(facts: RiskFacts): string[] {
  const { places, below, fields, order, args, answered, unavailable } = facts;
  const isAtPlaces = args.locations.known.length > 0;
  const isAnyWider = [...places, ...below].some(
    ({ location, isCounted, listedAreas }) =>
      location && !isCounted && listedAreas.some((area) => isWider(area, location)),
  );
  const isAnyMissing = places.some((place) => place.areaCount === 0 || place.dayCounts.some(({ none }) => none > 0));
  const unplaced = answered.reduce((sum, { day }) => sum + day.unplaced, 0);
  return compact(
    isAnyWider && "Values are of larger areas; zip5 is finer but may have gaps.",
    missingAreasText(facts),
    isAnyMissing && CAVEATS.noRisk,
    isAnyMissing && isAtPlaces && args.granularity === "zip5" && "Where zip5 has no record, zip3 may have one.",
    isAtPlaces && unplacedText(unplaced, "record"),
    fields.risk === undefined && places.some(({ areaCount }) => areaCount > 0) && CAVEATS.noRiskField,
    fields.risk !== undefined && (order === undefined ? CAVEATS.riskNames : CAVEATS.order),
    CAVEATS.levelsOnly,
    answered.length + unavailable.length === 1 && "For more days set days (2 to 5), 1 billable request each.",
  );
}
