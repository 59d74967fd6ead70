import { addDays, earliestUsDate, utcDate } from "../../domain/calendar.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { dayText } from "../answer/words.ts";
import type { ArgumentContext } from "../tool.ts";
import { type Arguments, localDeadline } from "./schema.ts";

const YEAR_DAYS = 366;

export function objections(args: Partial<Arguments>, { nowMs }: ArgumentContext): readonly ArgumentProblem[] {
  const { shipDate, shipDates, externalShipmentId } = args;
  const due = localDeadline(args)?.slice(0, 10);
  const problems: ArgumentProblem[] = [];
  const refuse = (parameter: keyof Arguments, message: string): void => void problems.push({ parameter, message });
  const today = earliestUsDate(nowMs);
  const refuseUnlikely = (parameter: keyof Arguments, date: string | undefined): void => {
    if (date === undefined) return;
    const isPast = date < today;
    if (!isPast && date <= addDays(today, YEAR_DAYS)) return;
    const why = isPast ? "past everywhere in the US" : "over a year ahead";
    refuse(parameter, `"${date}" is ${why}: today is ${dayText(utcDate(nowMs))} UTC`);
  };
  for (const date of shipDates ?? []) refuseUnlikely("shipDates", date);
  refuseUnlikely("shipDate", shipDate);
  refuseUnlikely("deliveryByDate", due);
  // The schema sorts `shipDates`, and ISO dates sort as text.
  const latest = shipDates?.at(-1) ?? shipDate;
  if (args.deliveryByDate !== undefined && due === undefined) {
    const why = "has an offset, and the clock at the destination is not known: give the time there without one";
    refuse("deliveryByDate", `"${args.deliveryByDate}" ${why}`);
  }
  if (due !== undefined && latest !== undefined && due < latest) {
    refuse("deliveryByDate", `"${args.deliveryByDate}" is before the ship date ${latest}`);
  }
  if (shipDates === undefined) return problems;
  if (shipDate !== undefined) refuse("shipDate", "cannot be combined with shipDates; give one of them");
  if (externalShipmentId !== undefined && shipDates.length > 1) {
    refuse("externalShipmentId", "cannot be combined with shipDates: each date makes a plan");
  }
  return problems;
}
