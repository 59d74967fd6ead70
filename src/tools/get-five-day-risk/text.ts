import { weekday } from "../../domain/calendar.ts";
import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { countsInOrder, countsText, groupBy, placedText, restText } from "../answer/rows.ts";
import { capital, dayText, levelText, listText, plural, wordText } from "../answer/words.ts";
import { isZip, type Location, unknownRows, unknownText } from "../areas/location.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { Answer, Marks, Note } from "../tool.ts";
import { MAX_SINGLE_PLACES, type PlaceRisk, type RiskFacts } from "./facts.ts";
import { countedText, countedValue } from "./fields.ts";
import { belowCounts, groupedBody, groupRows } from "./groups.ts";
import { fieldCountsText, periodText, placeWords, rowsByValue } from "./place-text.ts";
import type { AreaRisk } from "./region.ts";
import type { Structured } from "./schema.ts";

/** The text adds further fields only if it lists at most this many areas. */
const ROWS_WITH_FIELDS = 5;

/** Renders the facts for both channels. */
export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { everywhere, unavailable, horizon, granularity, isWhole, isAnyDayLost, places } = facts;
  const body = bodyOf(facts);
  const unknown = unknownText(facts.unknown);
  return {
    warning: partialText(facts),
    headline: `${otherDatesText(facts)}${unknown.opening}${body.headline}${unavailableText(facts)}`,
    lines: [...unknown.lines, ...body.lines],
    structured: {
      places: [
        ...unknownRows(facts.unknown),
        ...places.slice(0, facts.shownCount).flatMap(placeRows),
        ...(everywhere?.rows ?? []).map(({ state, around, ...row }) => areaRow(row, { state, around })),
      ],
      ...(everywhere === undefined ? {} : { counts: everywhere.counts.map(({ areas: _, ...counts }) => counts) }),
      ...(facts.isGrouped ? { groups: groupRows(facts) } : {}),
      ...(facts.isGrouped && facts.minRisk !== undefined ? { below: Object.fromEntries(belowCounts(facts)) } : {}),
      riskField: facts.mainField === undefined ? null : cleanText(facts.mainField, 60),
      unavailable: unavailable.map(({ date, failure }) => ({ date, reason: reasonText(failure) })),
      uncovered: places.filter(({ areaCount }) => areaCount === 0).map(({ location }) => location.asked),
      horizon,
      granularity,
      complete: isWhole && !isAnyDayLost,
    },
    notes: compact<Note>(unlistedText(facts), ...notesOf(facts)),
    dataOf: facts.dataOf,
    partial: unavailable.map(({ failure }) => failure),
    ...(everywhere !== undefined && { marks: async () => marksOf(everywhere) }),
  };
}

/** The three-digit areas by the first of their values on any day, for a map. */
function marksOf({ byValue }: Everywhere): Marks {
  return [...byValue].map(([value, areas]) => [value, areas.filter((area) => area.length === 3).join(" ")]);
}

function bodyOf(facts: RiskFacts): Body {
  if (facts.everywhere !== undefined) return atAll(facts, facts.everywhere);
  return facts.isGrouped ? groupedBody(facts) : atPlaces(facts);
}

function partialText({ isWhole, isAnyDayLost, dates, unavailable }: RiskFacts): string {
  const days = `${dates.length} of ${plural(dates.length + unavailable.length, "day")} read`;
  const why = compact(isAnyDayLost && days, !isWhole && "the service has more records than it sent");
  return why.length === 0 ? "" : `PARTIAL: ${why.join("; ")}.`;
}

/** The days without an answer: a refused one lies beyond the forecast. */
function unavailableText({ unavailable }: RiskFacts): string {
  const textOf = (what: string, days: RiskFacts["unavailable"]): string => {
    const byReason = [...groupBy(days, ({ failure }) => reasonText(failure))];
    return byReason
      .map(([reason, alike]) => ` ${what} ${alike.map(({ date }) => dayText(date)).join(", ")}: ${reason}.`)
      .join("");
  };
  const isRefused = ({ failure }: RiskFacts["unavailable"][number]): boolean => failure.kind === "invalid_request";
  const lost = unavailable.filter((each) => !isRefused(each));
  return `${textOf("No forecast for", unavailable.filter(isRefused))}${textOf("Not read:", lost)}`;
}

/** A sentence for each day whose records are all of another date. */
function otherDatesText({ otherDates }: RiskFacts): string {
  const sentences = otherDates.map(
    ({ date, other }) => `Asked for ${dayText(date)}, the service sent records dated ${dayText(other)}. `,
  );
  return sentences.join("");
}

/** A note on the places and areas that the answer does not list; empty if it lists all. */
function unlistedText({ places, shownCount, listable, minRisk, everywhere }: RiskFacts): Note {
  if (everywhere !== undefined) return restText(everywhere.rows.length, everywhere.listable, "areas");
  if (shownCount < places.length)
    return { text: "", structured: `${restText(shownCount, places.length, "places")} groups names all of them.` };
  const counted = places.filter(({ isCounted }) => isCounted);
  if (counted.length > 0 && places.length > MAX_SINGLE_PLACES && minRisk === undefined)
    return `Areas are listed for up to ${MAX_SINGLE_PLACES} places at a time.`;
  return restText(counted.flatMap(({ rows }) => rows).length, listable, "areas");
}

type Row = Record<string, unknown>;

function placeRows({ location, areaCount, isCounted, counts, rows }: PlaceRisk): Row[] {
  const { asked, place } = location;
  const areas = rows.map((each) =>
    areaRow(each, { asked, place, ...(isWider(each, location) ? { largerThanPlace: true } : {}) }),
  );
  return isCounted ? [{ asked, place, areas: areaCount, days: counts }, ...areas] : areas;
}

function areaRow({ area, days }: AreaRisk, head: Row): Row {
  const told = days.flatMap(({ date, records }) =>
    records.length === 0 ? [{ date, none: true }] : records.map((fields) => ({ ...fields, date })),
  );
  return { ...head, area, days: told };
}

/** True for a ZIP prefix that covers more than the place. */
function isWider({ area }: AreaRisk, location: Location): boolean {
  return area !== null && area.length < 5 && !location.areas.includes(area);
}

function notesOf({ places, hasRecords, mainField, order, isFinerWithout, unplaced, ...facts }: RiskFacts): string[] {
  const wider = places.filter(
    ({ location, isCounted, rows }) => !isCounted && rows.some((each) => isWider(each, location)),
  );
  const [only] = wider;
  const finer = wider.some(({ location }) => isZip(location)) ? "; granularity zip5 is finer" : "";
  const name = finer === "" ? only?.location.place?.replace(/, [A-Z]{2}$/, "") : only?.location.asked;
  const isOneArea = wider.length === 1 && only?.rows.length === 1;
  const larger = isOneArea ? `Area ${only.rows[0]?.area} is larger than ${name}` : "Areas are larger than the places";
  const isOneDay = facts.dates.length + facts.unavailable.length === 1;
  return compact(
    wider.length > 0 && `${larger}${finer}.`,
    (places.some(({ isAnyMissing }) => isAnyMissing) || facts.everywhere?.counts.some(({ areas }) => areas === 0)) &&
      CAVEATS.noRisk,
    isFinerWithout && "Where zip5 has no record, zip3 may have one.",
    unplaced > 0 &&
      places.length > 0 &&
      `${plural(unplaced, "record")} without a readable ZIP may concern these places.`,
    hasRecords && mainField === undefined && CAVEATS.noRiskField,
    mainField !== undefined && (order === undefined ? CAVEATS.riskNames : CAVEATS.order),
    isOneDay && "For more days set days (2 to 5), 1 billable request each.",
  );
}

type Everywhere = NonNullable<RiskFacts["everywhere"]>;
type Body = Pick<Answer<Structured>, "headline" | "lines">;

function atPlaces(facts: RiskFacts): Body {
  const { places, mainField } = facts;
  const period = periodText(facts);
  const areas = places.flatMap(({ isCounted, rows }) => (isCounted ? [] : rows));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const saysMore = (fields: JsonRecord) =>
    Object.keys(fields).length > 1 || /^-?\d/.test(countedValue(fields, mainField));
  const saysFields = mainField === undefined || (areas.length <= ROWS_WITH_FIELDS && records.some(saysMore));
  const told = places.map((place) => placeWords(place, facts, saysFields));
  const sentences = told.map(({ head, values }) => `${head}: ${values}.`);
  const [only, ...others] = told;
  if (only?.isOneValue !== true || others.length > 0)
    return { headline: `${period}. ${sentences.join(" ")}`, lines: [] };
  const name = mainField === undefined || saysFields ? "" : wordText(mainField);
  return { headline: `${only.head}: ${compact(name, only.values).join(" ")}, ${period}.`, lines: [] };
}

function atAll(facts: RiskFacts, { counts, rows }: Everywhere): Body {
  const { dates, inOrder, minRisk, reaches, mainField, order } = facts;
  const [first = "", ...others] = counts.map((day) => dayLine(day, facts));
  const scope = minRisk === undefined ? "Everywhere" : `Everywhere, at or above ${minRisk}`;
  const texts = counts.flatMap(({ date, byState }, index) => {
    const listed = rowsByValue(rows, facts, index);
    const values = new Set([...Object.keys(byState), ...listed.keys()]);
    const byValue = inOrder(new Map([...values].map((value) => [value, listed.get(value) ?? []])));
    return [...byValue].flatMap(([value, alike]) => {
      if (mainField !== undefined && !reaches(value)) return [];
      const placed = alike.map(({ area, state }) => ({ area, place: state, state: state ?? "unknown" }));
      // On several days, the states of unlisted areas would repeat themselves.
      const hint = dates.length > 1 && placed.length > 0 ? "" : undefined;
      const text = placedText(placed, byState[value] ?? {}, (state, areas) => `${areas} (${state})`, hint);
      return [{ value, text, day: weekday(date) ?? date }];
    });
  });
  const areas = [...groupBy(texts, ({ value, text }) => `${value}\n${text}`).values()].map((alike) => {
    const [{ value, text } = { value: "", text: "" }] = alike;
    const name = mainField === undefined ? value : countedText(value, mainField, order);
    const on =
      dates.length === 1
        ? ""
        : ` on ${listText(
            alike.map(({ day }) => day),
            alike.length,
          )}`;
    return `${name}${on}: ${text}.`;
  });
  return { headline: [`${scope}: ${first}`, ...others.map(capital)].join(" "), lines: areas };
}

/** `904 areas on Tue 2026-11-24: riskLevel Severe 9 (AZ 5, TX 3, CA 1), High 22, Low 873.`, down to `minRisk`. */
function dayLine({ date, areas, by, byState }: Everywhere["counts"][number], facts: RiskFacts): string {
  const { mainField, mainValues, order, isWhole, minRisk, reaches } = facts;
  if (areas === 0) return `the service sent no risk record for ${dayText(date)}.`;
  const day = `${plural(areas, "area")}${isWhole ? "" : " so far"} on ${dayText(date)}`;
  if (mainField === undefined) return `${day}: ${fieldCountsText(by)}.`;
  const name = wordText(mainField);
  const counted = countsInOrder(by[mainField] ?? {}, mainValues);
  const values = counted.filter(([value]) => reaches(value));
  const [[first, count] = []] = values;
  if (first === undefined)
    return `${day}: ${counted.length === 0 ? `${name} differs by area` : `none at or above ${minRisk}`}.`;
  if (count === areas) return `${isWhole ? "All " : ""}${day}: ${name} ${levelText(first, order)}.`;
  return `${day}: ${name} ${countsText(values, (value) => countedText(value, undefined, order), byState[first])}.`;
}
