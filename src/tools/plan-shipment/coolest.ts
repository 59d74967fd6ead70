import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { textOf } from "../../domain/record.ts";
import { levelText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";
import { pricedDaysText } from "./words.ts";

type Plans = readonly [PlanFacts, ...PlanFacts[]];

/** Whether the forecast risk at arrival is `maxRisk` or less; null without a forecast, or for a level outside the order. */
export function isWithin(plan: PlanFacts, maxRisk: string, order: LevelOrder): boolean | null {
  const [own, most] = [severityAtArrival(plan, order), severityOf(maxRisk, order)];
  return own === undefined || most === undefined ? null : own <= most;
}

/** What a person decides by: the cheapest plan within `maxRisk`; without it, the cheapest date and the coolest ones. */
export function coolestText(plans: Plans, maxRisk: string | undefined, order: LevelOrder): string {
  if (order === undefined) return "";
  const isDue = plans[0].deliveryByDate !== null;
  const open = isDue ? plans.filter(({ arrivesInTime }) => arrivesInTime === true) : plans;
  const inTime = isDue ? " in time" : "";
  if (maxRisk !== undefined) {
    if (plans.length === 1) return `${withinText(plans[0], maxRisk)}.`;
    const within = open.find((plan) => plan.withinRisk === true);
    if (within !== undefined)
      return `Cheapest${inTime} within ${levelText(maxRisk, order)}: ${pricedDaysText([within])}.`;
    return `No plan${inTime} is known to arrive within ${levelText(maxRisk, order)}.`;
  }
  const ranked = open.filter((plan) => severityAtArrival(plan, order) !== undefined);
  const [cheapest] = open;
  if (plans.length === 1 || cheapest === undefined || ranked.length === 0) return "";
  const least = Math.min(...ranked.map((plan) => severityAtArrival(plan, order) ?? 0));
  const coolest = ranked.filter((plan) => severityAtArrival(plan, order) === least);
  if (coolest.length === open.length) return "";
  const unknown = ranked.length < open.length ? " of those with a forecast" : "";
  const told = `Coolest${inTime}${unknown}: ${pricedDaysText(coolest)}, ${arrivalRiskText(coolest[0], order)}.`;
  if (coolest.includes(cheapest)) return told;
  return `Cheapest${inTime}: ${pricedDaysText([cheapest])}, ${arrivalRiskText(cheapest, order)}. ${told}`;
}

function arrivalRiskText(plan: PlanFacts | undefined, order: LevelOrder): string {
  const value = riskAtArrival(plan);
  return value === undefined ? "no forecast at arrival" : `${levelText(value, order)} at arrival`;
}

function withinText({ withinRisk }: PlanFacts, maxRisk: string): string {
  if (withinRisk == null) return `Whether it arrives within ${maxRisk} cannot be judged`;
  return withinRisk ? `It arrives within ${maxRisk}` : `It arrives ABOVE ${maxRisk}`;
}

function severityAtArrival(plan: PlanFacts, order: LevelOrder): number | undefined {
  return severityOf(riskAtArrival(plan) ?? "", order);
}

/** The forecast risk of the destination's area on the arrival's local date. Undefined if the route ends elsewhere. */
function riskAtArrival(plan: PlanFacts | undefined): string | undefined {
  const end = plan?.route.at(-1);
  const value = plan?.riskField === undefined ? undefined : end?.risk?.[plan.riskField];
  const isThere = end?.zip?.slice(0, 3) === plan?.to.zip?.slice(0, 3);
  return value === undefined || !isThere ? undefined : textOf(value);
}
