/** The largest message on stdio and the largest body over HTTP. The arguments of a tool need a few kilobytes. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1). */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

const RULES =
  'a message has jsonrpc "2.0" and a method, and may have an id (a text or a whole number) and params (an object, ' +
  "as is its _meta, whose progressToken is a text or a whole number), but nothing else";

type Members = Readonly<Record<string, unknown>>;

/** A request or a notification, as both SDKs take it. */
export type Message = Members & { readonly jsonrpc: "2.0" };

/** A refused message. A notification is owed no reply. */
export interface Refusal {
  readonly why: string;
  readonly reply?: object;
}

/** Reads one line without its newline; undefined stands for one that is too long. Nothing comes of a blank line or a response. */
export function readMessage(line: string | undefined): { readonly message: Message } | Refusal | undefined {
  if (line === undefined) return messageRefusal(INVALID_REQUEST, `a message holds ${MAX_MESSAGE_BYTES} bytes at most`);
  if (line.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return messageRefusal(PARSE_ERROR, "this line is not JSON");
  }
  if (Array.isArray(value))
    return messageRefusal(INVALID_REQUEST, "send messages one by one: batches are not supported");
  if (!isObject(value)) return messageRefusal(INVALID_REQUEST, RULES);
  // The server asks nothing, so a response answers nothing.
  if (value["method"] === undefined && ("result" in value || "error" in value)) return undefined;
  if (isMessage(value)) return { message: value };
  const isNotification = typeof value["method"] === "string" && !("id" in value);
  return isNotification ? { why: RULES } : messageRefusal(INVALID_REQUEST, RULES, value["id"]);
}

function isMessage(value: Members): value is Message {
  const { jsonrpc, id, method, params = {}, ...others } = value;
  if (jsonrpc !== "2.0" || typeof method !== "string" || Object.keys(others).length > 0) return false;
  if (("id" in value && !isId(id)) || !isObject(params)) return false;
  const { _meta = {} } = params;
  return isObject(_meta) && (_meta["progressToken"] === undefined || isId(_meta["progressToken"]));
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function messageRefusal(code: number, why: string, id?: unknown): Refusal {
  const message = `${code === PARSE_ERROR ? "Parse error" : "Invalid request"}: ${why}`;
  const isReadable = typeof id === "string" || typeof id === "number";
  return { why, reply: { jsonrpc: "2.0", id: isReadable ? id : null, error: { code, message } } };
}
