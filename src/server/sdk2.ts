import type { CacheHint, JSONRPCMessage, ServerNotifier, Transport } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { IDENTITY, INSTRUCTIONS } from "../config/identity.ts";
import { recordOf } from "../domain/record.ts";
import { callContext } from "./call-context.ts";
import type { Message } from "./message.ts";
import { CAPABILITIES, type Responder } from "./methods.ts";

/** How long a client may cache lists and discovery, which change only with a restart. Other results have no hint. */
// Over HTTP a list depends on the scopes of the caller's access token, so it is private.
const CACHE_HINT: CacheHint & Record<string, unknown> = { ttlMs: 300_000, cacheScope: "private" };

const LATE_HANDSHAKE = "This connection already speaks 2026-07-28, which has no handshake";

/** The two eras of MCP in SDK 2.x: `modern` since 2026-07-28, `legacy` before. */
export type Era = "modern" | "legacy";

/** Makes an SDK 2.x server for a stdio connection or an HTTP request. It has no changes to announce with `_notify`. */
export function sdk2Server(answer: Responder, era: Era, _notify?: ServerNotifier): Server {
  const cacheHints = { "server/discover": CACHE_HINT };
  const server = new Server(IDENTITY, { instructions: INSTRUCTIONS, capabilities: CAPABILITIES, cacheHints });
  // With a handler for each method, the SDK would check arguments first and word the errors itself.
  server.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    // The SDK moves this part of `_meta` to the envelope before it calls a handler.
    const declared = recordOf(mcpReq.envelope)?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
    const context = callContext(mcpReq.id, mcpReq.signal, mcpReq._meta, mcpReq.notify, declared);
    const result = await answer(method, params ?? {}, context);
    return era === "modern" && method.endsWith("/list") ? { ...result, ...CACHE_HINT } : result;
  };
  return server;
}

/** Like `serveSdk1`, for MCP 2026-07-28. A client that probes and then sends `initialize` gets the earlier era. */
export async function serveSdk2(
  send: (message: object) => void,
  answer: Responder,
  onerror: (error: Error) => void,
): Promise<(message: Message) => void> {
  let handshakeId: unknown;
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      const isLate =
        "error" in message &&
        message.error.code === ProtocolErrorCode.UnsupportedProtocolVersion &&
        message.id === handshakeId;
      // The SDK would blame the version that the handshake asks for.
      send(isLate ? { ...message, error: { ...message.error, message: LATE_HANDSHAKE } } : message);
    },
    close: async () => undefined,
  };
  serveStdio(({ era }) => sdk2Server(answer, era), { transport, onerror });
  return (message) => {
    if (message["method"] === "initialize") handshakeId = message["id"];
    transport.onmessage?.(message as JSONRPCMessage);
  };
}
