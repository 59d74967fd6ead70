/** Ids that MCP allows for requests: texts and whole numbers. */
export type RequestId = string | number;

export interface Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
export interface Notification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
/** An answer to a request of ours; this server makes none, so its shape is the adapter's concern. */
export type Response = { readonly jsonrpc: "2.0"; readonly id: RequestId } & Readonly<Record<string, unknown>>;

/** An error answer of the transport's own. `id` is null where the request's could not be told (JSON-RPC 2.0, 5). */
export interface ErrorAnswer {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** One JSON-RPC message as it came, or the answer that it gets from the transport at once. */
export type Incoming =
  | { readonly kind: "request"; readonly message: Request }
  | { readonly kind: "notification"; readonly message: Notification }
  | { readonly kind: "response"; readonly message: Response }
  | { readonly kind: "refused"; readonly answer: ErrorAnswer };

/** The most messages of one batch. A line of junk would otherwise be answered with fifty times its own size. */
const MAX_BATCH_MESSAGES = 1_000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** The messages of one line: one, or each element of a batch (MCP 2025-03-26), up to a bound. Never throws. */
export function readMessages(line: string): Incoming[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [{ kind: "refused", answer: errorAnswer(null, PARSE_ERROR, "Parse error: not a line of JSON") }];
  }
  if (!Array.isArray(value)) return [readMessage(value)];
  if (value.length === 0) return [invalid(null, "an empty batch")];
  if (value.length > MAX_BATCH_MESSAGES) return [invalid(null, `a batch of more than ${MAX_BATCH_MESSAGES} messages`)];
  return value.map(readMessage);
}

/** The answer to a line or message that is no request. */
export function invalidRequest(id: RequestId | null, why: string): ErrorAnswer {
  return errorAnswer(id, INVALID_REQUEST, `Invalid request: ${why}`);
}

function errorAnswer(id: RequestId | null, code: number, message: string): ErrorAnswer {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function invalid(id: RequestId | null, why: string): Incoming {
  return { kind: "refused", answer: invalidRequest(id, why) };
}

function readMessage(value: unknown): Incoming {
  if (!isRecord(value)) return invalid(null, "not an object");
  const { id, method, params } = value;
  const knownId = isRequestId(id) ? id : null;
  if (value["jsonrpc"] !== "2.0") return invalid(knownId, "jsonrpc is not 2.0");
  if (typeof method !== "string") {
    const isResponse = knownId !== null && ("result" in value || "error" in value);
    return isResponse
      ? { kind: "response", message: { ...value, jsonrpc: "2.0", id: knownId } }
      : invalid(knownId, "no method");
  }
  if (id !== undefined && knownId === null) return invalid(null, "id is neither a text nor a whole number");
  if (params !== undefined && !isRecord(params)) return invalid(knownId, "params is not an object");
  // Only the members that JSON-RPC knows: SDK 1.x drops a message with others without an answer.
  const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) } as const;
  return knownId === null
    ? { kind: "notification", message }
    : { kind: "request", message: { ...message, id: knownId } };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
