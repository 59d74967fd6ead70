/** The `_meta` of each request of MCP 2026-07-28. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of MCP 2026-07-28, without the member `jsonrpc`. */
export function modernRequest(id: string | number, method: string, params: Readonly<Record<string, unknown>> = {}) {
  return { id, method, params: { ...params, _meta: META } };
}
