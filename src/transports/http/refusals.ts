import { INVALID_REQUEST } from "../../server/message.ts";

/** A JSON-RPC error code in the server's own range (JSON-RPC 2.0, 5.1). */
const SERVER_ERROR = -32000;

/** A JSON-RPC error with a null id, for every path. By default `code` follows from the status. */
export function refusal(
  status: number,
  message: string,
  { retryAfterS, code = status === 400 ? INVALID_REQUEST : SERVER_ERROR }: { retryAfterS?: number; code?: number } = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message } },
    { status, headers: retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) } },
  );
}

/** `allow` lists the methods of the path (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Response {
  const response = refusal(405, "Method not allowed");
  response.headers.set("allow", allow);
  return response;
}
