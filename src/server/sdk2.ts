import { type CacheHint, Server, type ServerNotifier } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { config } from "zod";
import { callContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Identity, introduce } from "./identity.ts";
import { answerMethod } from "./methods.ts";
import type { StdioParts } from "./sdk1.ts";

/**
 * How long a client may keep a list. Lists depend on the configuration, which only a restart changes, and over HTTP on
 * the scopes of the caller's token: hence private. Other results are not to be kept.
 */
const HINT: CacheHint & Record<string, unknown> = { ttlMs: 300_000, cacheScope: "private" };
const LISTS: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
]);

/** The two eras of MCP that SDK 2.x tells apart: since 2026-07-28, and before. */
export type Era = "modern" | "legacy";

/**
 * The catalogue behind SDK 2.x, for one connection on stdio or one HTTP request. Nothing it offers changes, so that it does
 * without the means to notify of changes.
 */
export function sdk2Server(
  identity: Identity,
  catalogue: () => Promise<Catalogue>,
  era: Era,
  _notify?: ServerNotifier,
): Server {
  const { implementation, options } = introduce(identity);
  const server = new Server(implementation, { ...options, cacheHints: { "server/discover": HINT } });
  // Handlers by method would let the SDK judge arguments, in its own words, before the catalogue does.
  server.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    const context = callContext(mcpReq.signal, mcpReq._meta, mcpReq.notify);
    const result = await answerMethod(await catalogue(), method, params ?? {}, context);
    return era === "modern" && LISTS.has(method) ? { ...result, ...HINT } : result;
  };
  return server;
}

/**
 * Serves a connection on stdio that began with a message of MCP 2026-07-28. A client that only probed for this era and then
 * sends `initialize` is served as one of the earlier era.
 */
export async function serveSdk2({ input, output, watch, identity, catalogue }: StdioParts): Promise<void> {
  // As for SDK 1.x: a process on stdio uses each schema a few times.
  config({ jitless: true });
  const transport = watch(new StdioServerTransport(input, output));
  serveStdio(({ era }) => sdk2Server(identity, catalogue, era), { transport });
}
