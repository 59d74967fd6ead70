/** JSON-RPC error codes (JSON-RPC 2.0, 5.1). The last one is in the server's own range. */
const PARSE_ERROR = -32700;
const SERVER_ERROR = -32000;

/**
 * A refusal as every path of this server answers it: a JSON-RPC error whose request's id cannot be told.
 *
 * @param retryAfterS When asking again makes sense.
 */
export function refusal(status: number, message: string, retryAfterS?: number): Response {
  const code = status === 400 ? PARSE_ERROR : SERVER_ERROR;
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message } },
    { status, headers: retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) } },
  );
}

/** The refusal of a path's unknown method. `allow` lists the known ones (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Response {
  const response = refusal(405, "Method not allowed");
  response.headers.set("allow", allow);
  return response;
}
