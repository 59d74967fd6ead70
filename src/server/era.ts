/** Where each message of MCP 2026-07-28 names the version that it speaks. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** The JSON-RPC error that a request is answered with instead of being given to an SDK. */
export interface Objection {
  readonly code: number;
  readonly message: string;
}

/** To what an SDK does not take for a request, and would drop without an answer. */
export const NOT_MCP: Objection = { code: -32600, message: "Invalid request: not as MCP defines it" };

/** To a request that names no version where each has to (MCP 2026-07-28). */
export const NO_VERSION: Objection = { code: -32602, message: `Invalid params: _meta needs ${VERSION_KEY}` };

/** Whether a connection that begins with this message of JSON-RPC is one of MCP 2026-07-28 (DESIGN 7). */
export function isModern(first: object): boolean {
  return asksForDiscovery(first) || namesVersion(first);
}

/** Whether a message is the probe of a client that looks for this era. */
export function asksForDiscovery(message: object): boolean {
  return "method" in message && message.method === "server/discover";
}

/** Whether a message names its version. Its value is not looked at: whoever names one is answered in this era. */
export function namesVersion(message: object): boolean {
  const meta = "params" in message && isObject(message.params) && "_meta" in message.params && message.params._meta;
  return isObject(meta) && VERSION_KEY in meta;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
