import { compact } from "../../domain/compact.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { groupBy } from "../answer/rows.ts";
import { capital, levelText, wordText } from "../answer/words.ts";
import { riskText } from "../heat/heat-beside.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import { pricedDaysText, shipDayText } from "./words.ts";

/** The forecast at the end of each route: `Forecast risk at arrival: Low if shipped Wed 11-25, else Severe.` */
export function arrivalRiskText(plans: Plans, riskField: string | undefined): string {
  const byRisk = groupBy(plans, ({ route }) => {
    const end = route.at(-1);
    return end?.risk === undefined ? "not predicted" : riskText(end.risk, riskField);
  });
  const groups = [...byRisk].sort(([, a], [, b]) => a.length - b.length);
  const texts = groups.map(([value, group], index) => {
    const isRest = index === groups.length - 1 && group.length > 1;
    return isRest ? `else ${value}` : `${value} if shipped ${group.map(shipDayText).join(", ")}`;
  });
  const [[only] = [""]] = groups;
  const same = `${only}${plans.length > 1 ? " for each ship date" : ""}`;
  return `Forecast risk at arrival: ${groups.length === 1 ? same : texts.join(", ")}.`;
}

/** The caller's choices, with an order of levels: the cheapest date, the coolest ones, those within `maxRisk`. */
export function choicesText(plans: Plans, maxRisk: string | undefined, riskOrder: LevelOrder): string {
  if (plans.length === 1) return maxRisk === undefined ? "" : withinText(plans[0], maxRisk);
  const isDue = plans[0].deliveryByDate !== null;
  const inTime = isDue ? " in time" : "";
  const open = isDue ? plans.filter(({ arrivesInTime }) => arrivesInTime === true) : plans;
  const within = open.filter(({ withinRisk }) => withinRisk === true);
  const ranked = open.filter((plan) => severityAtArrival(plan, riskOrder) !== undefined);
  const least = Math.min(...ranked.map((plan) => severityAtArrival(plan, riskOrder) ?? 0));
  const coolest = ranked.filter((plan) => severityAtArrival(plan, riskOrder) === least);
  const areAlike = coolest.length === 0 || coolest.length === open.length;
  if (areAlike && maxRisk === undefined) return "";
  const known = ranked.length < open.length ? " of those with a forecast" : "";
  const coolName =
    ranked.length === 1 ? `only one${inTime} whose forecast can be compared` : `coolest${inTime}${known}`;
  const choices = [
    { name: `cheapest${inTime} within ${maxRisk}`, dates: within.slice(0, 1) },
    { name: `cheapest${inTime}`, dates: open.slice(0, 1) },
    { name: coolName, dates: areAlike ? [] : coolest },
  ].filter(({ dates }) => dates.length > 0);
  const byDates = groupBy(
    choices,
    ({ dates }) => `${pricedDaysText(dates)}, ${levelAtArrivalText(dates[0], riskOrder)}`,
  );
  return compact(
    maxRisk !== undefined &&
      within.length === 0 &&
      `No plan${inTime} is known to arrive within ${maxRisk}; ${ownRiskText(plans)}.`,
    ...[...byDates].map(([dates, same]) => `${capital(same.map(({ name }) => name).join(", "))}: ${dates}.`),
  ).join(" ");
}

function withinText(plan: PlanFacts, maxRisk: string): string {
  const { withinRisk } = plan;
  if (withinRisk == null) return `Whether it arrives within ${maxRisk} cannot be judged; ${ownRiskText([plan])}.`;
  return withinRisk ? `It arrives within ${maxRisk}.` : `It arrives ABOVE ${maxRisk}.`;
}

/** The service's own risk, for want of a forecast within `maxRisk`: `service's risk Severe`. */
function ownRiskText(plans: Plans): string {
  const risks = new Set(plans.map(({ risk }) => (risk === null ? "not given" : wordText(risk))));
  return `service's risk ${[...risks].join(" or ")}`;
}

function levelAtArrivalText(plan: PlanFacts | undefined, order: LevelOrder): string {
  const level = plan?.riskAtArrival;
  return level === undefined ? "no forecast at arrival" : `${levelText(level, order)} at arrival`;
}

function severityAtArrival({ riskAtArrival = "" }: PlanFacts, order: LevelOrder): number | undefined {
  return severityOf(riskAtArrival, order);
}
