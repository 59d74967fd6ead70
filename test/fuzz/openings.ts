/** How a connection begins, which decides its protocol era (MCP; the first message tells), and what marks later requests. */
export interface Opening {
  readonly name: string;
  readonly messages: readonly object[];
  /** The `params` of a request as this era writes them. */
  stamp(params: unknown): unknown;
}

const asItIs = (params: unknown): unknown => params;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "opening",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
};

/** Every way to begin: as MCP 2024-11-05 to 2025-11-25 prescribe, without the handshake's end, and with no handshake at all. */
export const OPENINGS: readonly Opening[] = [
  {
    name: "handshake",
    messages: [INITIALIZE, { jsonrpc: "2.0", method: "notifications/initialized" }],
    stamp: asItIs,
  },
  { name: "half a handshake", messages: [INITIALIZE], stamp: asItIs },
  { name: "nothing", messages: [], stamp: asItIs },
];
