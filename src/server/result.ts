import type { UsageReport } from "../api/model/usage.ts";
import type { Config } from "../config/config.ts";
import { compact } from "../domain/collections.ts";
import { billText, type CallFacts, sourceLine, sourceOf } from "../tools/answer/source.ts";
import { type FailureFacts, failureFacts, failureWords, staleText } from "../tools/failures/failure-words.ts";
import type { Answer, ToolOutcome } from "../tools/tool.ts";

type TextPart = { readonly type: "text"; readonly text: string };
type ImagePart = { readonly type: "image"; readonly mimeType: string; readonly data: string };

export interface ToolResult {
  readonly content: readonly [TextPart, ...(TextPart | ImagePart)[]];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta: Readonly<Record<string, unknown>> & { readonly "coldroute/error"?: FailureFacts };
}

export type CallOutcome = ToolOutcome<Record<string, unknown>>;
export type FailedOutcome = Extract<CallOutcome, { ok: false }>;

/** Puts an answer into both channels, with warnings, notes and its source (G-channels). */
export function answerResult(
  { warning = "", headline, lines, structured, notes, dataOf, window, records = [] }: Answer<Record<string, unknown>>,
  call: CallFacts,
): ToolResult {
  const source = sourceOf(dataOf, call);
  const stale = source.data === "stale" && `${staleText("STALE", call.spent.sourceOf(call.product), source.dataOf)}:`;
  const opening = compact(stale, warning).join(" ");
  const firstLine = compact(opening, headline).join(" ");
  const notesByChannel = notes.map((note) => (typeof note === "string" ? { text: note, structured: note } : note));
  const further = compact(...notesByChannel.map((note) => !lines.includes(note.text) && note.text)).join(" ");
  const last = sourceLine(source, window, dataOf !== undefined, call.nowMs);
  const text = compact(firstLine, ...lines, further, last, wholeRecordsText(records)).join("\n");
  const structuredContent = {
    answer: firstLine,
    source,
    ...(opening && { warning: opening }),
    ...structured,
    notes: compact(...notesByChannel.map((note) => note.structured)),
  };
  return { content: [{ type: "text", text }], structuredContent, _meta: usageMember(call.usage) };
}

/** Indented JSON, for hosts that show only the text; empty without records. */
function wholeRecordsText(records: readonly object[]): string {
  const [first, ...others] = records;
  if (first === undefined) return "";
  const title = others.length === 0 ? "Whole record" : "Whole records";
  return `${title}:\n${JSON.stringify(others.length === 0 ? first : records, undefined, 2)}`;
}

/** Words for the model, and facts for programs (G-errors). */
export function failureResult(
  { failure, lines: reasons = [] }: FailedOutcome,
  usage: UsageReport | undefined,
  config: Config,
): ToolResult {
  const words = failureWords(failure);
  const spent = usage !== undefined && usage.billableRequests + usage.maybeBilled > 0;
  const lines = [
    words.what,
    ...reasons,
    words.next,
    ...(config.sandbox ? ["Sandbox data, not the real service."] : []),
    ...(spent ? [`This call was ${billText(usage)}.`] : []),
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    isError: true,
    _meta: { ...usageMember(usage), "coldroute/error": failureFacts(failure) },
  };
}

function usageMember(usage: UsageReport | undefined) {
  return usage === undefined ? {} : { "coldroute/usage": usage };
}
