import { setMaxListeners } from "node:events";
import type { Api, Call } from "../api/model/api.ts";
import type { UsageReport } from "../api/model/usage.ts";
import { CallUsage } from "../api/model/usage.ts";
import type { Config } from "../config/config.ts";
import type { Failure } from "../domain/failure.ts";
import { failed } from "../domain/failure.ts";
import type { Clock } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import { billText, sourceLine, sourceOf } from "../tools/answer/source.ts";
import { given } from "../tools/answer/words.ts";
import { type FailureFacts, failureFacts } from "../tools/failures/failure-facts.ts";
import { failureWords, staleText } from "../tools/failures/failure-words.ts";
import type { Answer, Tool, ToolContext, ToolOutcome } from "../tools/tool.ts";
import { readArguments } from "./arguments.ts";
import type { CallContext } from "./call-context.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The form of a JSON-RPC id that tells nothing: another text of the client may hold a name or a number (G-privacy). */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The parts of the composition root that a tool call needs. All callers share the promise of `api`. */
export interface Surroundings {
  readonly config: Config;
  readonly api: () => Promise<Api>;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: CallObserver | undefined;
  /** Only where an SDK of OpenTelemetry is registered. */
  readonly spans?: CallSpans | undefined;
}

export interface CallCost {
  /** How the memory answered, where nothing was sent or something stale stands in. */
  readonly fromMemory?: "fresh" | "stale" | undefined;
  /** Requests billed, for certain or perhaps. */
  readonly billable: number;
  /** The caller, as the metrics name it. Absent on stdio. */
  readonly payer?: string | undefined;
}

/** Hears of every finished tool call, for metrics. Must not throw. */
export interface CallObserver {
  called(tool: string, outcome: "answered" | Failure["kind"], tookMs: number, cost: CallCost): void;
}

interface TextPart {
  readonly type: "text";
  readonly text: string;
}

interface ImagePart {
  readonly type: "image";
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** Runs tool calls, each within a span. */
export interface CallSpans {
  around(tool: string, asked: CallContext, run: () => Promise<ToolResult>): Promise<ToolResult>;
}

/** The result of a tool, in the shape of MCP, either era. */
export interface ToolResult {
  readonly content: readonly [TextPart, ...(TextPart | ImagePart)[]];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta: Readonly<Record<string, unknown>> & { readonly "coldroute/error"?: FailureFacts };
}

/** A tool, with the values derived from it once. */
export interface ReadyTool {
  readonly tool: Tool;
  readonly inputSchema: JsonSchema;
}

/**
 * One tool call from arguments to result: refuses what is blocked or wrong before any request, holds the call's
 * deadline, cancellation and bill, turns failures and defects into words, and puts warnings and provenance into both
 * channels (G-channels). Never throws.
 */
export async function callTool(
  ready: ReadyTool,
  sent: unknown,
  context: CallContext,
  surroundings: Surroundings,
): Promise<ToolResult> {
  const { clock, config, log, observer } = surroundings;
  const { signal, progress, rpcId, caller } = context;
  const startMs = clock.monotonicMs();
  // Each request of a call listens, twenty packages or more at once. That is no leak, so node must not warn.
  setMaxListeners(0, signal);
  const call: Call = {
    signal,
    deadlineMs: startMs + config.maxWaitMs,
    usage: new CallUsage(config.maxBillablePerCall, caller?.allowance),
  };
  const outcome = await runGuarded(ready, sent, { call, progress }, surroundings);
  const usage = call.usage.report();
  const ended = outcome.ok ? "answered" : outcome.failure.kind;
  const tookMs = clock.monotonicMs() - startMs;
  const fromMemory = usage.stale ? "stale" : usage.cached ? "fresh" : undefined;
  const billable = usage.billableRequests + usage.maybeBilled;
  observer?.called(ready.tool.name, ended, tookMs, { fromMemory, billable, payer: caller?.payer });
  const lost = outcome.ok ? (outcome.value.partial ?? []).map((failure) => failure.kind) : [];
  const partial = lost.length > 0 ? { partial: lost } : {};
  const { principal, traceId } = caller ?? {};
  const asker = { principal, traceId, rpcId: typeof rpcId === "string" && !UUID.test(rpcId) ? undefined : rpcId };
  const took = { tool: ready.tool.name, outcome: ended, tookMs: Math.round(tookMs) };
  log.info({ ...took, ...asker, ...usage, ...partial }, "tool call");
  if (!outcome.ok) return failureResult(outcome, usage, config);
  const result = answerResult(ready.tool, outcome.value, call.usage, config, clock.nowMs());
  const { marks } = outcome.value;
  if (context.drawsViews !== true || marks === undefined) return result;
  return { ...result, _meta: { ...result._meta, "coldroute/view": { marks: marks() } } };
}

type CallParts = Pick<ToolContext, "call" | "progress">;
type CallOutcome = ToolOutcome<Record<string, unknown>>;

async function runGuarded(
  ready: ReadyTool,
  sent: unknown,
  asked: CallParts,
  surroundings: Surroundings,
): Promise<CallOutcome> {
  try {
    return await runTool(ready, sent, asked, surroundings);
  } catch (error) {
    const reference = Math.floor(surroundings.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    surroundings.log.error({ tool: ready.tool.name, reference, ...defectFields(error) }, "defect in a tool call");
    return failed({ kind: "internal", reference });
  }
}

async function runTool(
  ready: ReadyTool,
  sent: unknown,
  asked: CallParts,
  surroundings: Surroundings,
): Promise<CallOutcome> {
  const { config, clock } = surroundings;
  const { tool } = ready;
  const problems = config.problems.filter(({ blocks }) => blocks.includes(tool.name));
  if (problems.length > 0) return failed({ kind: "configuration", problems });
  const args = readArguments(tool, ready.inputSchema, sent, clock.nowMs());
  if (!args.ok) return args;
  const { originAddress, showRecipient } = config;
  const settings = { showRecipient, ...(originAddress && { defaultOrigin: originAddress }) };
  return tool.run(args.value, { ...asked, api: await surroundings.api(), clock, settings });
}

function answerResult(
  { product }: Tool,
  { headline, lines, structured, notes, dataOf, window, records = [] }: Answer<Record<string, unknown>>,
  usage: CallUsage,
  { sandbox }: Config,
  nowMs: number,
): ToolResult {
  const source = product === null ? undefined : sourceOf(usage, product, dataOf, sandbox, nowMs);
  const isStale = product !== null && source?.data === "stale";
  const opening = isStale ? `${staleText("STALE", usage.sourceOf(product))}: ` : "";
  const answer = opening + headline;
  const told = notes.map((note) => (typeof note === "string" ? { text: note, structured: note } : note));
  const further = given(...told.map((note) => !lines.includes(note.text) && note.text)).join(" ");
  const last = source && sourceLine(source, window, dataOf !== undefined, nowMs);
  const text = given(answer, ...lines, further, last, wholeRecordsText(records)).join("\n");
  const ending = { notes: given(...told.map((note) => note.structured)) };
  const structuredContent = { answer, ...(source && { source }), ...structured, ...ending };
  return { content: [{ type: "text", text }], structuredContent, _meta: { "coldroute/usage": usage.report() } };
}

/** Whole records as indented JSON, for hosts that show the text alone; empty where none was asked for. */
function wholeRecordsText(records: readonly object[]): string {
  const [first, ...others] = records;
  if (first === undefined) return "";
  const title = others.length === 0 ? "Whole record" : "Whole records";
  return `${title}:\n${JSON.stringify(others.length === 0 ? first : records, undefined, 2)}`;
}

function failureResult(
  { failure, lines: parts = [] }: Extract<CallOutcome, { ok: false }>,
  usage: UsageReport,
  config: Config,
): ToolResult {
  const words = failureWords(failure);
  const spent = usage.billableRequests + usage.maybeBilled > 0;
  const lines = [
    words.what,
    ...parts,
    words.next,
    ...(config.sandbox ? ["Sandbox data, not the real service."] : []),
    ...(spent ? [`This call was ${billText(usage)}.`] : []),
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    isError: true,
    _meta: { "coldroute/usage": usage, "coldroute/error": failureFacts(failure) },
  };
}
