import { setMaxListeners } from "node:events";
import type { Api, Call } from "../api/model/api.ts";
import { CallUsage } from "../api/model/usage.ts";
import type { Config } from "../config/config.ts";
import { utcDate } from "../domain/calendar.ts";
import { failed } from "../domain/failure.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { defectFields } from "../runtime/log.ts";
import type { RecentPlans } from "../tools/recent-plans.ts";
import type { Tool } from "../tools/tool.ts";
import type { pictureOf } from "../views/picture.ts";
import { readArguments } from "./arguments/arguments.ts";
import type { CallContext, CallObserver, HttpCaller } from "./call-context.ts";
import { answerResult, type CallOutcome, type FailedOutcome, failureResult, type ToolResult } from "./result.ts";
import type { Spans } from "./spans.ts";

/** A text id of JSON-RPC that is safe to log. Any other text may hold a name or a package number (G-privacy). */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Surroundings {
  readonly config: Config;
  /** Gives all calls the same client. */
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

/** Runs one tool call within its deadline and bill, and logs it. Checks the arguments before any request. */
export async function callTool(
  tool: Tool,
  sent: unknown,
  context: CallContext,
  surroundings: Surroundings & { readonly plans: RecentPlans },
): Promise<ToolResult> {
  const { clock, config, log, observer } = surroundings;
  const { signal, rpcId, caller } = context;
  const startMs = clock.monotonicMs();
  // Up to a hundred requests of a call listen at once. That is no leak, so Node must not warn.
  setMaxListeners(0, signal);
  const usage = new CallUsage(config.maxBillablePerCall, caller?.allowance, caller?.principal);
  const call: Call = { signal, deadlineMs: startMs + config.maxWaitMs, usage };
  const { outcome, result } = await runTool(tool, sent, { ...context, call }, surroundings);
  const spent = usage.report();
  const ended = outcome.ok ? "answered" : outcome.failure.kind;
  const tookMs = clock.monotonicMs() - startMs;
  observer?.called(tool.name, ended, tookMs, spent, caller?.payer);
  const partial = outcome.ok ? (outcome.value.partial ?? []).map(({ kind }) => kind) : [];
  const fields = {
    tool: tool.name,
    outcome: ended,
    tookMs: Math.round(tookMs),
    principal: caller?.principal,
    traceId: caller?.traceId,
    rpcId: typeof rpcId === "string" && !UUID.test(rpcId) ? undefined : rpcId,
    ...spent,
    ...(partial.length > 0 && { partial }),
  };
  log.info(fields, "tool call");
  return result;
}

/** A defect gives a failure that cites its log line. */
async function runTool(
  tool: Tool,
  sent: unknown,
  context: CallContext & { readonly call: Call },
  surroundings: Surroundings & { readonly plans: RecentPlans },
): Promise<{ readonly outcome: CallOutcome; readonly result: ToolResult }> {
  const { config, clock, log, random, api, plans } = surroundings;
  const { call, progress, caller } = context;
  // Only a number that exists is billed, so the bill would tell which do.
  const visibleUsage = () => (config.requireZip ? undefined : call.usage.report());
  const failedWith = (outcome: FailedOutcome) => ({ outcome, result: failureResult(outcome, visibleUsage(), config) });
  try {
    const problems = config.problems.filter(({ blocks }) => blocks.includes(tool.name));
    if (problems.length > 0) return failedWith(failed({ kind: "configuration", problems }));
    const args = await readArguments(tool, sent, { settings: config, nowMs: clock.nowMs() });
    if (!args.ok) return failedWith(args);
    const parts = { call, progress, principal: caller?.principal ?? "", clock, settings: config, plans };
    const outcome = await tool.run(args.value, { ...parts, api: await api() });
    if (!outcome.ok) return failedWith(outcome);
    const result = answerResult(outcome.value, {
      product: tool.product,
      spent: call.usage,
      usage: visibleUsage(),
      sandbox: config.sandbox,
      nowMs: clock.nowMs(),
      day: await dayBillOf(caller, surroundings),
    });
    if (context.drawsViews !== true) return { outcome, result };
    const orders = [config.alertLevels, config.riskLevels].filter((order) => order !== undefined);
    const view = { title: outcome.value.title?.(), marks: await outcome.value.marks?.(), orders };
    return { outcome, result: { ...result, _meta: { ...result._meta, "coldroute/view": view } } };
  } catch (error) {
    const reference = Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    log.error({ tool: tool.name, reference, ...defectFields(error) }, "defect in a tool call");
    return failedWith(failed({ kind: "internal", reference }));
  }
}

/** The caller's own bill, never another's, or else the account's. Undefined without a limit. */
async function dayBillOf(caller: HttpCaller | undefined, { config, api, clock }: Surroundings) {
  const { requireZip, billableLimit: limit } = config;
  const nowMs = clock.nowMs();
  if (requireZip) return undefined;
  const countedBy = "this process" as const;
  const { allowance } = caller ?? {};
  if (allowance !== undefined) return { billed: allowance.spentOn(nowMs), limit: allowance.limit, countedBy };
  if (limit === undefined) return undefined;
  const { account, usage } = (await api()).status();
  if (account !== undefined) return { billed: account.billedToday, limit };
  const today = usage.find(({ date }) => date === utcDate(nowMs))?.products ?? {};
  const counts = Object.values(today).map(({ billed, maybeBilled }) => billed + maybeBilled);
  return { billed: counts.reduce((sum, requests) => sum + requests, 0), limit, countedBy };
}
