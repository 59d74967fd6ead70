import { weekday } from "../../domain/calendar.ts";
import { zipRanges } from "../../domain/zip.ts";
import { stateOfArea } from "../../places/zip-codes.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { groupBy, MAX_ROWS, moreText, statesText } from "../answer/rows.ts";
import { dayText, given, plural, wordText } from "../answer/words.ts";
import { isZip, type Location, unknownRows, unknownText } from "../areas/location.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { Answer } from "../tool.ts";
import type { AreaRisk, DayCounts, Fields, PlaceRisk, RiskFacts } from "./facts.ts";
import { areasByValue, listedLine, toldOf } from "./place-text.ts";
import type { Structured } from "./schema.ts";

/** Up to so many listed areas tell further fields in the text. */
const ROWS_WITH_FIELDS = 5;
const MAX_HEADLINE_PLACES = 3;

/** Renders the facts of five-day risk for both channels. */
export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { everywhere, unavailable, horizon, granularity, isWhole, isAnyDayLost, places, shown } = facts;
  const body = everywhere === undefined ? atPlaces(facts) : atAll(facts, everywhere);
  const unknown = unknownText(facts.unknown);
  const reasons = unavailable.map(({ date, failure }) => ({ date, reason: reasonText(failure) }));
  const missing = [...groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, days]) => ` Not available: ${days.map(({ date }) => dayText(date)).join(", ")} (${reason}).`,
  );
  return {
    headline: `${partialText(facts)}${unknown.opening}${body.headline}${missing.join("")}`,
    lines: [...unknown.lines, ...body.lines],
    structured: {
      places: [
        ...unknownRows(facts.unknown),
        ...shown.flatMap((place) => placeRows(place, facts.dates)),
        ...(everywhere?.listed ?? []).map((each) => areaRow(each, { state: stateOfArea(each.area) ?? null })),
      ],
      ...(everywhere === undefined ? {} : { counts: everywhere.counts.map(({ areas: _, ...counts }) => counts) }),
      unavailable: reasons,
      uncovered: places.filter(({ areaCount }) => areaCount === 0).map(({ location }) => location.asked),
      horizon,
      granularity,
      complete: isWhole && !isAnyDayLost,
    },
    notes: given(restText(facts), ...notesOf(facts)),
    dataOf: facts.dataOf,
    partial: unavailable.map(({ failure }) => failure),
  };
}

function partialText({ isWhole, isAnyDayLost, dates, unavailable }: RiskFacts): string {
  const days = `${dates.length} of ${plural(dates.length + unavailable.length, "day")} read`;
  const why = given(isAnyDayLost && days, !isWhole && "the service says that there is more");
  return why.length === 0 ? "" : `PARTIAL: ${why.join("; ")}. `;
}

/** A sentence on what the limit leaves out. */
function restText({ places, shown, everywhere }: RiskFacts): string {
  if (everywhere !== undefined) {
    const [listed, all] = [everywhere.listed.length, everywhere.counts[0]?.areas ?? 0];
    return listed < all ? `${listed} of ${all} areas listed; name a state or city for the rest.` : "";
  }
  if (shown.length < places.length)
    return `${shown.length} of ${places.length} places listed; a higher limit shows more.`;
  const counted = shown.filter((place) => place.counted.length > 0);
  if (counted.length > 0 && places.length > MAX_HEADLINE_PLACES)
    return `Areas are listed for up to ${MAX_HEADLINE_PLACES} places at a time.`;
  const listed = counted.flatMap((place) => place.listed).length;
  const all = counted.reduce((sum, { areaCount, counted: [first] }) => sum + areaCount - (first?.none ?? 0), 0);
  const entries = shown.reduce((sum, { single }) => sum + Math.max(1, single.length), all);
  const more = entries > MAX_ROWS ? "a higher limit lists more" : `limit ${MAX_ROWS} lists all`;
  return listed < all ? `${listed} of ${all} areas listed; ${more}.` : "";
}

type Row = Record<string, unknown>;

function placeRows({ location, areaCount, single, counted, listed }: PlaceRisk, dates: readonly string[]): Row[] {
  const { asked, place } = location;
  const rows = [...single, ...listed].map((each) =>
    areaRow(each, { asked, place, ...(isWider(each, location) ? { largerThanPlace: true } : {}) }),
  );
  if (counted.length > 0) return [{ asked, place, areas: areaCount, days: counted }, ...rows];
  return rows.length > 0 ? rows : [{ asked, place, area: null, days: dates.map((date) => ({ date, none: true })) }];
}

function areaRow({ area, days }: AreaRisk, head: Fields): Row {
  const told = days.flatMap(({ date, records }) =>
    records.length === 0 ? [{ date, none: true }] : records.map((fields) => ({ ...fields, date })),
  );
  return { ...head, area, days: told };
}

/** True for a ZIP prefix in which more than the place lies. */
function isWider({ area }: AreaRisk, location: Location): boolean {
  return area.length < 5 && !location.areas.includes(area);
}

function notesOf({ places, mainField }: RiskFacts): string[] {
  const wider = places.filter(({ location, single }) => single.some((each) => isWider(each, location)));
  const [only] = wider;
  const finer = wider.some(({ location }) => isZip(location)) ? "; granularity zip5 is finer" : "";
  const name = finer === "" ? only?.location.place?.replace(/, [A-Z]{2}$/, "") : only?.location.asked;
  const isOneArea = wider.length === 1 && only?.single.length === 1;
  const larger = isOneArea ? `Area ${only.single[0]?.area} is larger than ${name}` : "Areas are larger than the places";
  return given(
    wider.length > 0 && `${larger}${finer}.`,
    places.some(({ isAnyMissing }) => isAnyMissing) && CAVEATS.noRisk,
    mainField !== undefined && CAVEATS.riskNames,
  );
}

type Body = Pick<Answer<Structured>, "headline" | "lines">;

function atPlaces(facts: RiskFacts): Body {
  const { places, shown, mainField } = facts;
  const period = periodText(facts);
  const areas = shown.flatMap(({ single }) => single);
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const saysFields = areas.length <= ROWS_WITH_FIELDS && records.some((fields) => Object.keys(fields).length > 1);
  const told = shown.map((place) => toldOf(place, facts, saysFields));
  const sentences = told.map(({ head, values }) => `${head}: ${values}.`);
  if (places.length > MAX_HEADLINE_PLACES)
    return { headline: `Risk for ${plural(places.length, "place")}, ${period}.`, lines: sentences };
  const lines = shown.flatMap((place) => listedLine(place, facts));
  const [only, ...others] = told;
  if (only === undefined || others.length > 0) return { headline: `${period}. ${sentences.join(" ")}`, lines };
  const { head, values, isOneValue } = only;
  const name = mainField === undefined || saysFields ? "" : wordText(mainField);
  return {
    headline: isOneValue
      ? `${head}: ${given(name, values).join(" ")}, ${period}.`
      : `${given(head, period, name).join(", ")}: ${values}.`,
    lines,
  };
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
function periodText({ dates, horizon, unavailable }: RiskFacts): string {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = isEndOf(horizon, last) ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}

/** True for the last text of a horizon that has several: its shape is not documented (service.md 2.1). */
function isEndOf(horizon: unknown, date: string): boolean {
  const values: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  return values.length > 1 && values.at(-1) === date && values[0] !== date;
}

function atAll({ mainField, dates }: RiskFacts, { counts, listed }: NonNullable<RiskFacts["everywhere"]>): Body {
  const [first, ...others] = counts;
  if (first === undefined) return { headline: "", lines: [] };
  const on = dates.length > 1 ? ` on ${weekday(first.date) ?? first.date}` : "";
  const areas = [...areasByValue(listed, mainField)].map(([value, alike]) => {
    const states = [...groupBy(alike, ({ area }) => stateOfArea(area))].map(
      ([state, ofState]) => `${zipRanges(ofState.map(({ area }) => area))}${state === undefined ? "" : ` (${state})`}`,
    );
    const listedStates = alike.map(({ area }) => stateOfArea(area) ?? "unknown");
    const more = moreText(first.byState[value] ?? {}, listedStates);
    return `${wordText(value)}${on}: ${states.join("; ")}${more}.`;
  });
  return { headline: dayLine(first, mainField), lines: [...others.map((day) => dayLine(day, mainField)), ...areas] };
}

/** `904 areas on Tue 2026-11-24: riskLevel Severe 9 (AZ 5, TX 3, CA 1), High 22, Low 873.` */
function dayLine({ date, areas, by, byState }: DayCounts, mainField: string | undefined): string {
  const [rarest, ...others] = Object.entries(by[mainField ?? ""] ?? {});
  const day = `${plural(areas, "area")} on ${dayText(date)}`;
  if (mainField === undefined) return `${day}: no fields.`;
  const name = wordText(mainField);
  if (rarest === undefined) return `${day}: ${name} differs by area.`;
  const [value, count] = rarest;
  if (others.length === 0 && count === areas) return `All ${day}: ${name} ${wordText(value)}.`;
  const states = statesText(byState[value] ?? {});
  const first = `${wordText(value)} ${count}${states === "" ? "" : ` (${states})`}`;
  return `${day}: ${name} ${[first, ...others.map(([each, of]) => `${wordText(each)} ${of}`)].join(", ")}.`;
}
