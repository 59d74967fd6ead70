/** How a connection begins, which decides its protocol era (MCP; the first message tells), and what marks later requests. */
export interface Opening {
  readonly name: string;
  readonly messages: readonly object[];
  /** The `params` of a request as this era writes them. */
  stamp(params: unknown): unknown;
}

/** What each request of MCP 2026-07-28 carries. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const asItIs = (params: unknown): unknown => params;

/** `params` with what each request of MCP 2026-07-28 carries, unless they have something else in its place or no room for it. */
export function inEnvelope(params: unknown): unknown {
  if (params === undefined) return { _meta: ENVELOPE };
  const hasRoom = typeof params === "object" && params !== null && !Array.isArray(params);
  return hasRoom ? { _meta: ENVELOPE, ...params } : params;
}

/** Whether this is what `inEnvelope` gives. */
export function isEnvelope(meta: unknown): boolean {
  return JSON.stringify(meta) === JSON.stringify(ENVELOPE);
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "opening",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const DISCOVER = { jsonrpc: "2.0", id: "discovery", method: "server/discover", params: inEnvelope(undefined) };

/** Every way to begin: as either era prescribes, in part, from one to the other, and at once with whatever comes. */
export const OPENINGS: readonly Opening[] = [
  { name: "handshake", messages: [INITIALIZE, INITIALIZED], stamp: asItIs },
  { name: "half a handshake", messages: [INITIALIZE], stamp: asItIs },
  { name: "nothing", messages: [], stamp: asItIs },
  { name: "discovery", messages: [DISCOVER], stamp: inEnvelope },
  { name: "envelopes at once", messages: [], stamp: inEnvelope },
  { name: "discovery, then handshake", messages: [DISCOVER, INITIALIZE, INITIALIZED], stamp: asItIs },
];
