import type { CacheHint, JSONRPCMessage, ServerContext, Transport } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { IDENTITY, INSTRUCTIONS } from "../config/identity.ts";
import { type JsonRecord, recordOf } from "../domain/record.ts";
import { callContext } from "./call-context.ts";
import type { Message } from "./message.ts";
import { CAPABILITIES, REGISTERED_METHODS, type Responder } from "./methods.ts";

/** For lists and discovery, which change only with a restart. Private, since a list depends on the caller's scopes. */
const CACHE_HINT: CacheHint = { ttlMs: 300_000, cacheScope: "private" };
const CACHE_HINTS = {
  "server/discover": CACHE_HINT,
  "tools/list": CACHE_HINT,
  "resources/list": CACHE_HINT,
  "resources/templates/list": CACHE_HINT,
  "prompts/list": CACHE_HINT,
};

/** `methods.ts` checks parameters, in the same words for both SDKs. */
const AS_SENT = z.record(z.string(), z.unknown());

/** For a connection on stdio or a request over HTTP, of any protocol version. */
export function sdk2Server(respond: Responder, hasFallback = true): Server {
  const options = { instructions: INSTRUCTIONS, capabilities: CAPABILITIES, cacheHints: CACHE_HINTS };
  const server = new Server(IDENTITY, options);
  const handle = (method: string, params: JsonRecord, { mcpReq }: ServerContext) => {
    // The SDK moves this part of `_meta` to the envelope before it calls a handler.
    const declared = recordOf(mcpReq.envelope)?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
    const { id: rpcId, signal, _meta: meta, notify } = mcpReq;
    return respond(method, params, callContext({ rpcId, signal, meta, notify, capabilities: declared }));
  };
  for (const method of REGISTERED_METHODS)
    server.setRequestHandler(method, { params: AS_SENT }, (params, context) => handle(method, params, context));
  // For `tools/call`: the SDK never shows a registered handler the arguments that its own schema refuses.
  if (hasFallback)
    server.fallbackRequestHandler = ({ method, params = {} }, context) => handle(method, params, context);
  return server;
}

/** Like `serveSdk1`, for MCP 2026-07-28. A client that probes and then sends `initialize` gets an earlier version. */
export async function serveSdk2(
  send: (message: object) => void,
  respond: Responder,
  onerror: (error: Error) => void,
): Promise<(message: Message) => void> {
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => send(message),
    close: async () => undefined,
  };
  serveStdio(() => sdk2Server(respond), { transport, onerror });
  return (message) => transport.onmessage?.(message as JSONRPCMessage);
}
