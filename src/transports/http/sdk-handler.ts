import { createMcpHandler } from "@modelcontextprotocol/server";
import { defectFields, type Log } from "../../runtime/log.ts";
import { type Responder, TOOL_CALL } from "../../server/methods.ts";
import { sdk2Server } from "../../server/sdk2.ts";
import { type AnswerForm, JSON_TYPE, type Posted, STREAM_TYPE } from "./posted.ts";

const DATA = "data: ";

/** Lets the SDK answer a message of any protocol version. Each has a handler of its own, bound to its `respond`. */
export async function answerBySdk(
  request: Request,
  { body, method }: Posted,
  form: AnswerForm,
  respond: Responder,
  log: Log,
): Promise<Response> {
  const handler = createMcpHandler(
    // Without a fallback, the SDK answers an unknown method with the HTTP status of MCP 2026-07-28.
    ({ era }) => sdk2Server(respond, era === "legacy" || method === TOOL_CALL),
    { legacy: "stateless", onerror: (error) => log.debug(defectFields(error), "the SDK refused a message") },
  );
  const response = await handler.fetch(acceptingBothForms(request), { parsedBody: body });
  return form === "json" ? asJson(response) : response;
}

/** The SDK serves only clients that accept JSON and streams. */
function acceptingBothForms(request: Request): Request {
  const accepted = request.headers.get("accept")?.toLowerCase() ?? "";
  if (accepted.includes(JSON_TYPE) && accepted.includes(STREAM_TYPE)) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", `${JSON_TYPE}, ${STREAM_TYPE}`);
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal });
}

/** The last message of a stream, as JSON. Notifications before it are left out. Other responses stay as they are. */
async function asJson(response: Response): Promise<Response> {
  if (response.headers.get("content-type")?.startsWith(STREAM_TYPE) !== true) return response;
  const lines = (await response.text()).split("\n");
  const last = lines.findLast((line) => line.startsWith(DATA));
  const headers = new Headers(response.headers);
  headers.set("content-type", JSON_TYPE);
  return new Response(last?.slice(DATA.length) ?? "", { status: response.status, headers });
}
