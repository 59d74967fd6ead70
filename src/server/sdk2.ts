import { type CacheHint, Server, type ServerNotifier } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { callContext } from "./call-context.ts";
import { type Identity, introduce } from "./identity.ts";
import type { Answer } from "./methods.ts";
import type { StdioParts } from "./sdk1.ts";

/**
 * How long a client may keep a list. Lists depend on the configuration, which only a restart changes, and over HTTP on
 * the scopes of the caller's token: hence private. Other results are not to be kept.
 */
const HINT: CacheHint & Record<string, unknown> = { ttlMs: 300_000, cacheScope: "private" };

/** The two eras of MCP that SDK 2.x tells apart: since 2026-07-28, and before. */
export type Era = "modern" | "legacy";

/**
 * A server of SDK 2.x for one connection on stdio or one HTTP request. What it offers never changes, so it has no use for
 * `_notify`.
 */
export function sdk2Server(identity: Identity, answer: Answer, era: Era, _notify?: ServerNotifier): Server {
  const { implementation, options } = introduce(identity);
  const server = new Server(implementation, { ...options, cacheHints: { "server/discover": HINT } });
  // Handlers by method would let the SDK judge arguments, in its own words, before the catalogue does.
  server.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    const result = await answer(method, params ?? {}, callContext(mcpReq.signal, mcpReq._meta, mcpReq.notify));
    return era === "modern" && method.endsWith("/list") ? { ...result, ...HINT } : result;
  };
  return server;
}

/**
 * Serves stdio with SDK 2.x: MCP 2026-07-28. A client that only probed for this era and then sends `initialize` is served as
 * one of the earlier era.
 */
export async function serveSdk2({ input, output, identity, answer, onerror }: StdioParts): Promise<void> {
  const transport = new StdioServerTransport(input, output);
  serveStdio(({ era }) => sdk2Server(identity, answer, era), { transport, onerror });
}
