import { addDays } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { ageText } from "../../domain/time-units.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { clockText, valueText, wordText } from "../answer/words.ts";
import { failureFacts, reasonText } from "../failures/failure-words.ts";
import { ANOTHER_PLAN } from "../failures/outcome-words.ts";
import { levelsText } from "../heat/alert-words.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import type { Answer, Note } from "../tool.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import type { RouteHeat } from "./heat.ts";
import { oneDateLines, oneDateSentences } from "./one-date.ts";
import { pointName, shipDayText } from "./plan-words.ts";
import { areaOf } from "./route.ts";
import type { Structured } from "./schema.ts";
import { type DatesContent, severalDatesSentences } from "./several-dates.ts";
import { planTable } from "./table.ts";

interface PlanContent extends DatesContent {
  /** Present if heat was read; the routes then hold their risk. */
  readonly heat: RouteHeat | undefined;
  readonly warning: string;
  readonly notes: readonly string[];
}

export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, heat, warning, maxRisk } = content;
  const isOneDate = plans.length + failed.length === 1;
  const sentences = isOneDate
    ? oneDateSentences(plans[0], heat, maxRisk)
    : severalDatesSentences(content, heat !== undefined);
  const areAlertsRead = heat?.alertsAtStops.some(({ levels }) => levels !== null);
  return {
    warning,
    headline: compact(
      repeatedText(plans, isOneDate),
      differencesText(plans),
      ...sentences,
      refrigerationText(plans),
    ).join(" "),
    lines: compact(
      ...(isOneDate ? oneDateLines(plans[0], heat?.forecasts) : planTable(plans, heat?.forecasts)),
      heat && areAlertsRead && alertsLine(heat, plans[0]),
    ),
    structured: structured(content, isOneDate),
    notes: compact<Note>(
      ...content.notes,
      fasterText(plans),
      ...(heat?.notes ?? []),
      heat?.alertsAtStops.some(({ levels }) => levels?.length === 0) && CAVEATS.noProof,
      areAlertsRead && { ...CAVEATS.alertsNow, text: "" },
      CAVEATS.unused,
      plans.some((plan) => areRisksConfusable(plan, isOneDate)) && CAVEATS.twoRisks,
      heat?.lacksRecord && CAVEATS.noRisk,
      content.riskOrder === undefined ? CAVEATS.planRisk : CAVEATS.order,
      CAVEATS.holidays,
    ),
    records: compact<JsonRecord>(...plans.map(({ record }) => record)),
    partial: [...failed.map(({ failure }) => failure), ...(heat?.failures ?? [])],
  };
}

function repeatedText(plans: Plans, isOneDate: boolean): string {
  const repeated = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (repeated.length === 0) return "";
  const ago = ageText(Math.max(...repeated.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  if (isOneDate) return `The same request made this plan ${ago} ago; nothing was sent. ${ANOTHER_PLAN}`;
  const days = repeated.map(shipDayText).join(", ");
  return repeated.length === 1
    ? `The same request made the plan of ${days} ${ago} ago; it was not sent again. ${ANOTHER_PLAN}`
    : `The same request made the plans of ${days} ${ago} ago; they were not sent again. ${ANOTHER_PLAN}`;
}

/**
 * The service's changes to the request, those of single plans with their days. `refrigerationText` tells of refrigeration,
 * which no plan confirms.
 */
function differencesText(plans: Plans): string {
  const differences = plans.flatMap((plan) => {
    const changes = plan.differs.filter(({ field }) => field !== "isRefrigerated").map(differenceText);
    return compact(...changes, routeEndText(plan)).map((text) => ({ text, plan }));
  });
  const texts = [...groupBy(differences, ({ text }) => text)].map(([text, group]) => {
    const days = group.map(({ plan }) => shipDayText(plan));
    return days.length < plans.length ? `${text} (${days.join(", ")})` : text;
  });
  return texts.length === 0 ? "" : `Planned, but not as requested: ${texts.join("; ")}.`;
}

function differenceText({ field, asked, answered }: PlanFacts["differs"][number]): string {
  const name = field.replace(".", " ").replace("zipCode", "ZIP");
  const planned = answered === null ? "which the plan does not confirm" : `the plan says ${valueText(answered)}`;
  return `you asked for ${name} ${valueText(asked)}, ${planned}`;
}

function routeEndText({ route, to }: PlanFacts): string {
  const end = route.at(-1);
  if (!end?.zip || to.zip === null || areaOf(end.zip) === areaOf(to.zip)) return "";
  return `the predicted route ends at ${pointName(end)}, not at ${wordText(to.zip)}`;
}

function refrigerationText(plans: Plans): string {
  const isUnconfirmed = plans[0].differs.some(({ field }) => field === "isRefrigerated");
  const none = plans.length === 1 ? "the plan does not confirm" : "no plan confirms";
  return isUnconfirmed ? `You requested refrigeration; ${none} it.` : "";
}

/** The headline has the names of the ends. */
function alertsLine({ alerts, alertsAtStops }: RouteHeat, { from, to }: PlanFacts): string {
  const places = alertsAtStops.map(({ zip, place, levels }) => {
    const name = zip === from.zip || zip === to.zip ? zip : pointName({ zip, place });
    if (levels === null) return `${name} not known`;
    return `${name} ${levels.length === 0 ? "none" : levelsText(levels, alerts.order, zip)}`;
  });
  const window = alerts.windowHours !== null && `${alerts.windowHours} h window`;
  return `${CAVEATS.alertsNow.text} (${compact(alertsOfText(alerts), window).join(", ")}): ${places.join("; ")}.`;
}

/** How to get a faster service for a plan that arrives on the day of its deadline, but after its time. */
function fasterText(plans: Plans): string {
  const late = plans.find(
    ({ arrivesInTime, arrivalLocal, deliveryByDate }) =>
      arrivesInTime === false && arrivalLocal?.slice(0, 10) === deliveryByDate?.slice(0, 10),
  );
  if (late === undefined) return "";
  const earlier = addDays((late.deliveryByDate ?? "").slice(0, 10), -1);
  if (earlier < (late.shipDate ?? "")) return "";
  return `The service gets only the day of a deadline. For a faster service, send deliveryByDate ${earlier} and compare the arrival with ${clockText(late.deliveryByDate)} yourself.`;
}

/** Among several dates, a missing forecast has its own column in the table. */
function areRisksConfusable({ risk, atArrival }: PlanFacts, isOneDate: boolean): boolean {
  if (risk === null || atArrival === undefined) return false;
  if (atArrival.level === undefined) return isOneDate;
  return risk.toLowerCase() !== atArrival.level.toLowerCase();
}

function structured({ plans, failed, heat }: PlanContent, isOneDate: boolean): Structured {
  const inTime = plans.flatMap(({ shipDate, arrivesInTime }) => (arrivesInTime === true ? (shipDate ?? "") : []));
  return {
    ...(!isOneDate && plans[0].deliveryByDate !== null && { inTime }),
    ...(heat && { alertsNow: alertsMember(heat), riskField: heat.forecasts.riskField ?? null }),
    plans: plans.map(({ isAbroad: _, clocks: _clocks, atArrival: _level, spreadMinutes: _spread, ...plan }) => plan),
    failed: failed.map(({ part: shipDate, failure }) => {
      const { kind, requestId } = failureFacts(failure);
      const check = kind === "outcome_unknown" ? "; check the account before planning again" : "";
      return { shipDate, kind, reason: `${reasonText(failure)}${check}`, ...(requestId && { requestId }) };
    }),
  };
}

function alertsMember({ alerts: { dataOf, stale, windowHours }, alertsAtStops }: RouteHeat) {
  const at = alertsAtStops.map(({ levels, ...stop }) => ({
    ...stop,
    levels: levels?.map(({ level }) => level) ?? null,
  }));
  return { dataOf, stale, windowHours, at };
}
