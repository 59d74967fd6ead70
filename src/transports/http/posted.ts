import { readRequestBody } from "@modelcontextprotocol/server";
import { type JsonRecord, parseJson, recordOf } from "../../domain/record.ts";
import { MAX_MESSAGE_BYTES, PARSE_ERROR } from "../../server/message.ts";
import { refusal } from "./refusals.ts";

/** The methods that take time or may call the service. */
const CALLS: ReadonlySet<string> = new Set(["tools/call", "resources/read", "completion/complete"]);

/** Reads a body for the SDK, or returns a refusal. Rejects if the client leaves. */
export async function readPosted(request: Request) {
  const text = await bodyText(request);
  if (text === undefined) return refusal(413, `A body holds ${MAX_MESSAGE_BYTES} bytes at most`);
  const body = parseJson(text);
  if (body === undefined) return refusal(400, "Parse error: the body is not JSON", { code: PARSE_ERROR });
  const messages = (Array.isArray(body) ? body : [body]).flatMap<JsonRecord>((each) => recordOf(each) ?? []);
  const methods = messages.flatMap(({ method }) => (typeof method === "string" ? [method] : []));
  const ids = messages.flatMap(({ id, method }) => (id === undefined || method === undefined ? [] : [id]));
  // The SDK would run both requests but answer only one.
  if (new Set(ids).size < ids.length) return refusal(400, "Invalid request: the batch repeats an id");
  const cancellations = ids.length === 0 ? [] : messages.filter(({ method }) => method === "notifications/cancelled");
  const tools = messages.filter(({ method }) => method === "tools/call");
  return {
    // The SDK never answers a cancelled request, so the stream of its batch would never close.
    body: cancellations.length === 0 ? body : messages.filter((message) => !cancellations.includes(message)),
    /** The ids of requests that the batch itself cancels. */
    cancelled: new Set<unknown>(cancellations.map(({ params }) => recordOf(params)?.["requestId"])),
    methods,
    calls: methods.filter((method) => CALLS.has(method)).length,
    calledTools: tools.map(({ params }) => recordOf(params)?.["name"]),
  };
}

async function bodyText(request: Request): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  // Node enforces the declared length, so an unbounded read is safe.
  if (declared !== null) return Number(declared) > MAX_MESSAGE_BYTES ? undefined : request.text();
  const read = await readRequestBody(request, MAX_MESSAGE_BYTES);
  return read.tooLarge ? undefined : read.text;
}
