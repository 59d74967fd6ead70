import { setMaxListeners } from "node:events";
import type { Api, Call } from "../api/model/api.ts";
import { CallUsage } from "../api/model/usage.ts";
import type { Config } from "../config/config.ts";
import { utcDate } from "../domain/calendar.ts";
import { failed } from "../domain/failure.ts";
import type { Clock } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { CallFacts } from "../tools/answer/source.ts";
import type { RecentPlans } from "../tools/recent-plans.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { pictureOf } from "../views/picture.ts";
import { readArguments } from "./arguments/arguments.ts";
import type { CallContext, CallObserver, HttpCaller } from "./call-context.ts";
import { answerResult, type CallOutcome, failureResult, type ToolResult } from "./result.ts";
import type { Spans } from "./spans.ts";

/** A text id of JSON-RPC that is safe to log. Any other text may hold a name or a package number (G-privacy). */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The parts of the composition root that a tool call needs. `api` gives all calls the same client. */
export interface Surroundings {
  readonly config: Config;
  readonly api: () => Promise<Api>;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: CallObserver | undefined;
  /** Present only if the process has registered an OpenTelemetry SDK. */
  readonly spans?: Spans | undefined;
  /** Draws pictures. By default this thread does. */
  readonly draw?: typeof pictureOf | undefined;
}

/** Runs one tool call within its deadline and bill. Checks the arguments before any request. */
export async function callTool(
  tool: Tool,
  sent: unknown,
  context: CallContext,
  surroundings: Surroundings & { readonly plans: RecentPlans },
): Promise<ToolResult> {
  const { clock, config, log, observer } = surroundings;
  const { signal, progress, rpcId, caller } = context;
  const startMs = clock.monotonicMs();
  // Up to a hundred requests of a call listen at once. That is no leak, so Node must not warn.
  setMaxListeners(0, signal);
  const call: Call = {
    signal,
    deadlineMs: startMs + config.maxWaitMs,
    usage: new CallUsage(config.maxBillablePerCall, caller?.allowance, caller?.principal),
  };
  const outcome = await outcomeOf(tool, sent, { call, progress, principal: caller?.principal ?? "" }, surroundings);
  const usage = call.usage.report();
  const ended = outcome.ok ? "answered" : outcome.failure.kind;
  const tookMs = clock.monotonicMs() - startMs;
  observer?.called(tool.name, ended, tookMs, usage, caller?.payer);
  const lost = outcome.ok ? (outcome.value.partial ?? []).map((failure) => failure.kind) : [];
  const fields = {
    tool: tool.name,
    outcome: ended,
    tookMs: Math.round(tookMs),
    principal: caller?.principal,
    traceId: caller?.traceId,
    rpcId: typeof rpcId === "string" && !UUID.test(rpcId) ? undefined : rpcId,
    ...usage,
    ...(lost.length > 0 && { partial: lost }),
  };
  log.info(fields, "tool call");
  // Only a number that exists is billed, so the bill would tell which do.
  const shown = config.requireZip ? undefined : usage;
  if (!outcome.ok) return failureResult(outcome, shown, config);
  const { product } = tool;
  const { sandbox } = config;
  const day = config.requireZip ? undefined : await dayBill(caller, surroundings);
  const told = { product, spent: call.usage, usage: shown, sandbox, nowMs: clock.nowMs(), day };
  const result = answerResult(outcome.value, told);
  const { marks } = outcome.value;
  if (context.drawsViews !== true) return result;
  const orders = [config.alertLevels, config.riskLevels].filter((order) => order !== undefined);
  return { ...result, _meta: { ...result._meta, "coldroute/view": { marks: await marks?.(), orders } } };
}

/** The bill of the day so far, if it is limited: the caller's own, never another's, or else the account's. */
async function dayBill(
  caller: HttpCaller | undefined,
  { config, api, clock }: Surroundings,
): Promise<CallFacts["day"]> {
  const nowMs = clock.nowMs();
  if (caller?.allowance !== undefined)
    return { billed: caller.allowance.spentOn(nowMs), limit: caller.allowance.limit };
  if (config.billableLimit === undefined) return undefined;
  const { account, usage } = (await api()).status();
  const today = usage.find(({ date }) => date === utcDate(nowMs))?.products ?? {};
  const counted = Object.values(today).map(({ billed, maybeBilled }) => billed + maybeBilled);
  return { billed: account?.billedToday ?? counted.reduce((sum, one) => sum + one, 0), limit: config.billableLimit };
}

/** Runs the tool unless its configuration or arguments are wrong. A defect gives a failure that cites its log line. */
async function outcomeOf(
  tool: Tool,
  sent: unknown,
  own: Pick<ToolContext, "call" | "progress" | "principal">,
  { config, clock, random, log, api, plans }: Surroundings & { readonly plans: RecentPlans },
): Promise<CallOutcome> {
  try {
    const problems = config.problems.filter(({ blocks }) => blocks.includes(tool.name));
    if (problems.length > 0) return failed({ kind: "configuration", problems });
    const args = readArguments(tool, sent, { settings: config, nowMs: clock.nowMs() });
    if (!args.ok) return args;
    return await tool.run(args.value, { ...own, api: await api(), clock, settings: config, plans });
  } catch (error) {
    const reference = Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    log.error({ tool: tool.name, reference, ...defectFields(error) }, "defect in a tool call");
    return failed({ kind: "internal", reference });
  }
}
