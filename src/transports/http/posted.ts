import { readRequestBody } from "@modelcontextprotocol/server";
import { parseJson, recordOf } from "../../domain/record.ts";
import { MAX_MESSAGE_BYTES, NO_BATCHES, PARSE_ERROR } from "../../server/message.ts";
import { TOOL_CALL } from "../../server/methods.ts";
import { refusal } from "./refusals.ts";

export const JSON_TYPE = "application/json";
export const STREAM_TYPE = "text/event-stream";
const RANGES_WITH_JSON = ["*/*", "application/*", JSON_TYPE];

/** The methods that take time or may call the service. A listen ends at once: the server offers nothing to listen to. */
const CALLS: ReadonlySet<string> = new Set([TOOL_CALL, "resources/read", "completion/complete"]);

export type AnswerForm = "json" | "stream";

export interface Posted {
  readonly body: unknown;
  readonly method: string | undefined;
  readonly calledTool: unknown;
  /** Counts against the limits of calls under way. */
  readonly isCall: boolean;
}

/** Reads the body of a request, or refuses it. Rejects if the client leaves. */
export async function readPosted(request: Request): Promise<Posted | Response> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") return refusal(415, "Send the body without a Content-Encoding");
  const text = await bodyText(request);
  if (text === undefined) return refusal(413, `A body may have ${MAX_MESSAGE_BYTES} bytes at most`);
  const body = parseJson(text);
  if (body === undefined) return refusal(400, "Parse error: the body is not JSON", { code: PARSE_ERROR });
  if (Array.isArray(body)) return refusal(400, `Invalid request: ${NO_BATCHES}`);
  const { method, params } = recordOf(body) ?? {};
  if (typeof method !== "string") return { body, method: undefined, calledTool: undefined, isCall: false };
  const calledTool = method === TOOL_CALL ? recordOf(params)?.["name"] : undefined;
  return { body, method, calledTool, isCall: CALLS.has(method) };
}

async function bodyText(request: Request): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  // Node enforces the declared length, so an unbounded read is safe.
  if (declared !== null) return Number(declared) > MAX_MESSAGE_BYTES ? undefined : request.text();
  const read = await readRequestBody(request, MAX_MESSAGE_BYTES);
  return read.tooLarge ? undefined : read.text;
}

/** The form of the answer that the client's `Accept` asks for; undefined if it accepts neither. */
export function acceptedForm({ headers }: Request): AnswerForm | undefined {
  const accepted = (headers.get("accept") ?? "*/*").toLowerCase();
  if (accepted.includes(STREAM_TYPE)) return "stream";
  return RANGES_WITH_JSON.some((range) => accepted.includes(range)) ? "json" : undefined;
}
