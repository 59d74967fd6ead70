import { readRequestBody } from "@modelcontextprotocol/server";
import { parseJson, recordOf } from "../../domain/record.ts";
import { MAX_MESSAGE_BYTES, NO_BATCHES, PARSE_ERROR } from "../../server/message.ts";
import { TOOL_CALL } from "../../server/methods.ts";
import { refusal } from "./refusals.ts";

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";
/** The media types that the SDK requires a client to accept. */
const BOTH = `${JSON_TYPE}, ${STREAM_TYPE}`;
const RANGES_WITH_JSON = ["*/*", "application/*", JSON_TYPE];
const DATA = "data: ";

/** The methods that take time or may call the service. A listen ends at once: the server offers nothing to listen to. */
const CALLS: ReadonlySet<string> = new Set([TOOL_CALL, "resources/read", "completion/complete"]);

export interface Posted {
  readonly body: unknown;
  readonly method: string | undefined;
  readonly calledTool: unknown;
  /** Counts against the limits of calls under way. */
  readonly isCall: boolean;
}

/** Reads a body for the SDK, or returns a refusal. Rejects if the client leaves. */
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

/**
 * The request as the SDK wants it, which serves only clients that accept JSON and streams, and whether its client needs
 * one answer as JSON. A client that accepts neither is refused.
 */
export function acceptedBy(request: Request): { readonly request: Request; readonly wantsJson: boolean } | Response {
  const accepted = (request.headers.get("accept") ?? "*/*").toLowerCase();
  const streams = accepted.includes(STREAM_TYPE);
  if (streams && accepted.includes(JSON_TYPE)) return { request, wantsJson: false };
  if (!streams && !RANGES_WITH_JSON.some((range) => accepted.includes(range)))
    return refusal(406, `Send an Accept header with ${JSON_TYPE}`);
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH);
  const { url, method, signal } = request;
  return { request: new Request(url, { method, headers, signal }), wantsJson: !streams };
}

/** The last message of a stream, as JSON. Notifications before it are left out. Other responses stay as they are. */
export async function asJson(response: Response): Promise<Response> {
  if (response.headers.get("content-type")?.startsWith(STREAM_TYPE) !== true) return response;
  const lines = (await response.text()).split("\n");
  const last = lines.findLast((line) => line.startsWith(DATA));
  const headers = new Headers(response.headers);
  headers.set("content-type", JSON_TYPE);
  return new Response(last?.slice(DATA.length) ?? "", { status: response.status, headers });
}
