/** Codes of JSON-RPC errors (JSON-RPC 2.0, 5.1). */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
/** Anything else that the server has to say; of the range that JSON-RPC leaves to it. */
export const SERVER_ERROR = -32000;
/** As the official SDK says it: the session has ended, or is not this principal's. */
export const SESSION_NOT_FOUND = -32001;

/** Headers by name. */
export type HeaderList = Readonly<Record<string, string>>;

/** A refusal before it is a response. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly headers?: HeaderList;
}

/** The text of a JSON-RPC error whose request's id cannot be told, or is no concern (JSON-RPC 2.0, 5). */
export function errorText({ code, message }: Pick<Refusal, "code" | "message">): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
}

/** A refusal as every path of this server answers it: a JSON-RPC error, never HTML. */
export function refuse(refusal: Refusal): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store", ...refusal.headers };
  return new Response(errorText(refusal), { status: refusal.status, headers });
}
