import { weekday } from "../../domain/calendar.ts";
import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { countsText, groupBy, placedText, restText } from "../answer/rows.ts";
import { dayText, levelText, plural, wordText } from "../answer/words.ts";
import { isZip, type Location, unknownRows, unknownText } from "../areas/location.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { Answer } from "../tool.ts";
import type { AreaRisk } from "./area-risk.ts";
import { MAX_LISTED_PLACES, type PlaceRisk, type RiskFacts } from "./facts.ts";
import { countedText, countedValue } from "./fields.ts";
import { groupedBody, groupRows } from "./groups.ts";
import { periodText } from "./period.ts";
import { fieldCountsText, placeWords, rowsByValue } from "./place-text.ts";
import type { Structured } from "./schema.ts";

/** The text adds further fields only if it lists at most this many areas. */
const ROWS_WITH_FIELDS = 5;

/** Renders the facts for both channels. */
export function riskAnswer(facts: RiskFacts): Answer<Structured> {
  const { everywhere, unavailable, horizon, granularity, isWhole, isAnyDayLost, places, shown } = facts;
  const body = bodyOf(facts);
  const unknown = unknownText(facts.unknown);
  const reasons = unavailable.map(({ date, failure }) => ({ date, reason: reasonText(failure) }));
  const missing = [...groupBy(reasons, ({ reason }) => reason)].map(([reason, days]) => {
    return ` ${days.map(({ date }) => dayText(date)).join(", ")} not available: ${reason}.`;
  });
  return {
    warning: partialText(facts),
    headline: `${otherDatesText(facts)}${unknown.opening}${body.headline}${missing.join("")}`,
    lines: [...unknown.lines, ...body.lines],
    structured: {
      places: [
        ...unknownRows(facts.unknown),
        ...shown.flatMap(placeRows),
        ...(everywhere?.rows ?? []).map(({ state, ...row }) => areaRow(row, { state })),
      ],
      ...(everywhere === undefined ? {} : { counts: everywhere.counts.map(({ areas: _, ...counts }) => counts) }),
      ...(facts.isGrouped ? { groups: groupRows(facts) } : {}),
      ...(facts.isGrouped && facts.minRisk !== undefined ? { below: facts.below } : {}),
      riskField: facts.mainField === undefined ? null : cleanText(facts.mainField, 60),
      unavailable: reasons,
      uncovered: places.filter(({ areaCount }) => areaCount === 0).map(({ location }) => location.asked),
      horizon,
      granularity,
      complete: isWhole && !isAnyDayLost,
    },
    notes: compact(unlistedText(facts), ...notesOf(facts)),
    dataOf: facts.dataOf,
    partial: unavailable.map(({ failure }) => failure),
  };
}

function bodyOf(facts: RiskFacts): Body {
  if (facts.everywhere !== undefined) return atAll(facts, facts.everywhere);
  return facts.isGrouped ? groupedBody(facts) : atPlaces(facts);
}

function partialText({ isWhole, isAnyDayLost, dates, unavailable }: RiskFacts): string {
  const days = `${dates.length} of ${plural(dates.length + unavailable.length, "day")} read`;
  const why = compact(isAnyDayLost && days, !isWhole && "the service says that there is more");
  return why.length === 0 ? "" : `PARTIAL: ${why.join("; ")}.`;
}

/** A sentence for each day whose records are all of another date. */
function otherDatesText({ otherDates }: RiskFacts): string {
  const sentences = otherDates.map(
    ({ date, other }) => `Asked for ${dayText(date)}, the service sent records dated ${dayText(other)}. `,
  );
  return sentences.join("");
}

/** A sentence on places or areas that are not listed; empty if all are. */
function unlistedText({ places, shown, everywhere }: RiskFacts): string {
  if (everywhere !== undefined) return restText(everywhere.rows.length, everywhere.listable, true, " areas");
  if (shown.length < places.length)
    return `Every place is in its group; ${shown.length} of ${places.length} have their fields, more with a higher limit.`;
  const counted = shown.filter(({ isCounted }) => isCounted);
  if (counted.length > 0 && places.length > MAX_LISTED_PLACES)
    return `Areas are listed for up to ${MAX_LISTED_PLACES} places at a time.`;
  const listed = shown.flatMap(({ rows }) => rows).length;
  const unlisted = counted.reduce((sum, { areaCount, counts: [first], rows }) => {
    return sum + areaCount - (first?.none ?? 0) - rows.length;
  }, 0);
  return restText(listed, listed + unlisted, false, " areas", counted.length);
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

function notesOf({ places, hasRecords, mainField, order }: RiskFacts): string[] {
  const wider = places.filter(
    ({ location, isCounted, rows }) => !isCounted && rows.some((each) => isWider(each, location)),
  );
  const [only] = wider;
  const finer = wider.some(({ location }) => isZip(location)) ? "; granularity zip5 is finer" : "";
  const name = finer === "" ? only?.location.place?.replace(/, [A-Z]{2}$/, "") : only?.location.asked;
  const isOneArea = wider.length === 1 && only?.rows.length === 1;
  const larger = isOneArea ? `Area ${only.rows[0]?.area} is larger than ${name}` : "Areas are larger than the places";
  return compact(
    wider.length > 0 && `${larger}${finer}.`,
    places.some(({ isAnyMissing }) => isAnyMissing) && CAVEATS.noRisk,
    hasRecords && mainField === undefined && CAVEATS.noRiskField,
    mainField !== undefined && (order === undefined ? CAVEATS.riskNames : CAVEATS.order),
  );
}

type Everywhere = NonNullable<RiskFacts["everywhere"]>;
type Body = Pick<Answer<Structured>, "headline" | "lines">;

function atPlaces(facts: RiskFacts): Body {
  const { shown, mainField } = facts;
  const period = periodText(facts);
  const areas = shown.flatMap(({ isCounted, rows }) => (isCounted ? [] : rows));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const saysMore = (fields: JsonRecord) =>
    Object.keys(fields).length > 1 || /^-?\d/.test(countedValue(fields, mainField));
  const saysFields = mainField === undefined || (areas.length <= ROWS_WITH_FIELDS && records.some(saysMore));
  const told = shown.map((place) => placeWords(place, facts, saysFields));
  const sentences = told.map(({ head, values }) => `${head}: ${values}.`);
  const [only, ...others] = told;
  if (only?.isOneValue !== true || others.length > 0)
    return { headline: `${period}. ${sentences.join(" ")}`, lines: [] };
  const name = mainField === undefined || saysFields ? "" : wordText(mainField);
  return { headline: `${only.head}: ${compact(name, only.values).join(" ")}, ${period}.`, lines: [] };
}

function atAll(facts: RiskFacts, { counts, rows }: Everywhere): Body {
  const [headline = "", ...days] = counts.map((day) => dayLine(day, facts));
  const [first = "", second] = facts.dates;
  const on = second === undefined ? "" : ` on ${weekday(first) ?? first}`;
  const areas = [...rowsByValue(rows, facts, 0)].map(([value, alike]) => {
    const placed = alike.map(({ area, state }) => ({ area, place: state, state: state ?? "unknown" }));
    const text = placedText(placed, counts[0]?.byState[value] ?? {}, (state, areas) => `${areas} (${state})`);
    const name = facts.mainField === undefined ? value : countedText(value, facts.mainField, facts.order);
    return `${name}${on}: ${text}.`;
  });
  return { headline, lines: [...days, ...areas] };
}

/** `904 areas on Tue 2026-11-24: riskLevel Severe 9 (AZ 5, TX 3, CA 1), High 22, Low 873.` */
function dayLine({ date, areas, by, byState }: Everywhere["counts"][number], { mainField, order }: RiskFacts): string {
  const day = `${plural(areas, "area")} on ${dayText(date)}`;
  if (mainField === undefined) return `${day}: ${fieldCountsText(by)}.`;
  const name = wordText(mainField);
  const values = by[mainField] ?? {};
  const [[rarest, count] = []] = Object.entries(values);
  if (rarest === undefined) return `${day}: ${name} differs by area.`;
  if (count === areas) return `All ${day}: ${name} ${levelText(rarest, order)}.`;
  return `${day}: ${name} ${countsText(values, (value) => countedText(value, undefined, order), byState[rarest])}.`;
}
