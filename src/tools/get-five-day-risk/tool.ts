import { addDays, utcDate } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { success } from "../../domain/failure.ts";
import { dayText } from "../answer/words.ts";
import { allFailed } from "../failures/lost-parts.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { ToolDefinition } from "../tool.ts";
import { riskFacts } from "./facts.ts";
import { type Arguments, input, output, rankedInput } from "./schema.ts";
import { riskAnswer } from "./text.ts";

/** Service.md 4.3. */
export const getFiveDayRisk: ToolDefinition<typeof input, typeof output> = {
  title: "Get five-day risk",
  description:
    "Temperature risk levels by US area for coming days, not degrees; may ignore cold. Forecasts start tomorrow; for today use check_heat_alerts. For when to ship, ask here first: it leaves no plan. Bills 1 request per day; answers are kept for minutes.",
  input,
  inputFor: ({ riskLevels }) => riskLevels && rankedInput(riskLevels),
  output,
  isLong: true,
  example: () => ({ question: "Is Phoenix dangerous this week?", args: { locations: ["Phoenix, AZ"], days: 5 } }),
  async run(args: Arguments, { api, call, clock, progress, settings }) {
    // Sends the date even if it is the service's default, because midnight may pass between two calls.
    const tomorrow = addDays(utcDate(clock.nowMs()), 1);
    const first = args.date ?? tomorrow;
    const dates = Array.from({ length: args.days }, (_, index) => addDays(first, index));
    const { granularity } = args;
    const ask = (date: string) => api.risk({ granularity, date }, call);
    const { answered: parts, failures } = await askEach(dates, ask, stepsOf(progress, dates.length));
    if (parts.length === 0) {
      const outcome = allFailed(failures, dayText);
      if (outcome.failure.kind !== "invalid_request") return outcome;
      const isUsual = granularity === "zip3" || granularity === "zip5";
      const offered = `The five days from tomorrow (UTC) are ${tomorrow} to ${addDays(tomorrow, 4)}; without date the answer is for tomorrow. For today use check_heat_alerts.`;
      const hints = compact(
        !isUsual && `The granularities of this service are zip3 and zip5; ${quote(granularity)} was asked.`,
        isUsual && args.date !== undefined && offered,
      );
      return { ...outcome, lines: [...(outcome.lines ?? []), ...hints] };
    }
    const answered = parts.map(({ part: date, value: day }) => ({ date, day }));
    const unavailable = failures.map(({ part: date, failure }) => ({ date, failure }));
    const order = settings.riskLevels;
    return success(riskAnswer(await riskFacts({ args, answered, unavailable, order })));
  },
};
