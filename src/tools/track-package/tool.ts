import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { success } from "../../domain/failure.ts";
import { wordText } from "../answer/words.ts";
import { allFailed } from "../failures/lost-parts.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { ToolDefinition } from "../tool.ts";
import { withHeat } from "./heat.ts";
import { isUnknown, lookUp, mergeLookups, missing, planId } from "./lookup.ts";
import { type Arguments, input, MAX_IN_FULL, output, readSince } from "./schema.ts";
import { withChanges } from "./since.ts";
import { trackAnswer } from "./text.ts";

/**
 * Package tracking (service.md 4.5). In the order of `run`: lookup.ts with facts.ts; heat.ts; since.ts; then text.ts, with
 * ranking.ts (by attention.ts), line.ts, groups.ts and json.ts.
 */
export const trackPackage: ToolDefinition<typeof input, typeof output> = {
  title: "Track packages",
  description:
    "Status, schedule, delays and last scan of shipped packages; what needs attention first. Do not split a list. Not for planning, changes, refunds or prices; knows neither signers nor temperatures inside. Bills 1 request per number found, each call anew; checkHeat adds alert pages and up to 5 risk days. Answers in hours and pounds.",
  input,
  output,
  isLong: true,
  example: () => ({
    question: "Where are these six orders, and is one of them sitting in the heat?",
    args: { ids: ["10043", "10045", "10046", "10050", "10051", "99999"], checkHeat: true },
  }),
  aliases: { id: "ids", trackingNumber: "ids", trackingNumbers: "ids", orderNumber: "ids", orderNumbers: "ids" },
  objections: ({ ids = [], detail, limit = ids.length, since }: Partial<Arguments>, { nowMs }) => {
    const isAhead = since !== undefined && (readSince(since, nowMs) ?? 0) > nowMs;
    const count = Math.min(ids.length, limit);
    return compact(
      isAhead && {
        parameter: "since",
        message: `${quote(since)} lies in the future: now is ${new Date(nowMs).toISOString().slice(0, 16)}Z`,
      },
      detail === "full" &&
        count > MAX_IN_FULL && {
          parameter: "detail",
          message: `full takes ${MAX_IN_FULL} packages at most, not ${count}: leave it out, set limit ${MAX_IN_FULL}, or ask for fewer`,
        },
    );
  },
  async run({ ids, checkHeat, detail, limit, since }, context) {
    const isFull = detail === "full";
    const step = stepsOf(context.progress, checkHeat === true ? undefined : ids.length);
    const plans = ids.filter((id) => context.plans.hasMade(context.principal, id));
    const numbers = ids.filter((id) => !plans.includes(id));
    const { results, failures } = await askEach(numbers, (id) => lookUp(id, isFull, context), step);
    const failed = failures.filter(({ failure }) => !isUnknown(failure));
    if (failed.length === ids.length) return allFailed(failed, wordText);
    const lookups = mergeLookups([
      ...results.map(({ part, result }) => (result.ok ? result.value : missing(part, result.failure))),
      ...plans.map(planId),
    ]);
    const heated = checkHeat === true ? await withHeat(lookups, { ...context, step }) : { lookups, heat: undefined };
    const nowMs = context.clock.nowMs();
    const sinceMs = since === undefined ? undefined : readSince(since, nowMs);
    const entries = sinceMs === undefined ? heated.lookups : withChanges(heated.lookups, sinceMs, nowMs);
    const partial = failed.map(({ failure }) => failure);
    return success(trackAnswer(entries, { heat: heated.heat, settings: context.settings, sinceMs, limit, partial }));
  },
};
