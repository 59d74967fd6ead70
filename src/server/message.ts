import { type JsonRecord, parseJson, recordOf } from "../domain/record.ts";

/** The largest message on stdio and the largest body over HTTP. A tool's arguments need a few kilobytes. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/** The key in `_meta` under which each request of MCP 2026-07-28 names its version. */
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1). */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

const RULES =
  'a message has jsonrpc "2.0" and a method, and may have an id (a text or a whole number) and params (an object, ' +
  "as is its _meta, whose progressToken is a text or a whole number), but nothing else";

export const NO_BATCHES = "send messages one by one: batches are not supported";

/** Both SDKs accept it. */
export type Message = JsonRecord & { readonly jsonrpc: "2.0"; readonly params?: { readonly _meta?: object } };

/** A notification gets no reply. */
export interface InvalidMessage {
  readonly why: string;
  readonly reply?: object;
}

/** Reads a line without its newline; undefined means a line that is too long. Ignores blank lines and responses. */
export function readMessage(line: string | undefined): { readonly message: Message } | InvalidMessage | undefined {
  if (line === undefined) return invalidMessage(INVALID_REQUEST, `a message holds ${MAX_MESSAGE_BYTES} bytes at most`);
  if (line.trim() === "") return undefined;
  const value = parseJson(line);
  if (value === undefined) return invalidMessage(PARSE_ERROR, "this line is not JSON");
  if (Array.isArray(value)) return invalidMessage(INVALID_REQUEST, NO_BATCHES);
  const members = recordOf(value);
  if (members === undefined) return invalidMessage(INVALID_REQUEST, RULES);
  // This server sends no requests, so a response has nothing to answer.
  if (members["method"] === undefined && ("result" in members || "error" in members)) return undefined;
  if (isMessage(members)) return { message: members };
  const isNotification = typeof members["method"] === "string" && !("id" in members);
  return isNotification ? { why: RULES } : invalidMessage(INVALID_REQUEST, RULES, members["id"]);
}

function isMessage(value: JsonRecord): value is Message {
  const { jsonrpc, id, method, params = {}, ...others } = value;
  const paramMembers = recordOf(params);
  const { _meta = {} } = paramMembers ?? {};
  const meta = recordOf(_meta);
  if (jsonrpc !== "2.0" || typeof method !== "string" || Object.keys(others).length > 0) return false;
  if (paramMembers === undefined || meta === undefined || ("id" in value && !isId(id))) return false;
  return meta["progressToken"] === undefined || isId(meta["progressToken"]);
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function invalidMessage(code: number, why: string, id?: unknown): InvalidMessage {
  const message = `${code === PARSE_ERROR ? "Parse error" : "Invalid request"}: ${why}`;
  const isReadable = typeof id === "string" || typeof id === "number";
  return { why, reply: { jsonrpc: "2.0", id: isReadable ? id : null, error: { code, message } } };
}
