import type {
  CacheHint,
  JSONRPCMessage,
  jsonSchemaValidator,
  McpHttpHandler,
  ServerOptions,
  StandardSchemaV1,
  Transport,
} from "@modelcontextprotocol/server";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { config } from "zod";
import { callContext } from "./call-context.ts";
import type { Catalogue } from "./catalogue.ts";
import { asksForDiscovery, NO_VERSION, NOT_MCP, namesVersion, type Objection } from "./era.ts";
import { type Identity, introduce } from "./identity.ts";
import { answerMethod, methodsOf } from "./methods.ts";

/** Whether an HTTP request is one of the earlier era, which SDK 1.x serves. Takes the body parsed, else reads it from a copy. */
export function isOfEarlierEra(request: Request, parsedBody?: unknown): Promise<boolean> {
  return isLegacyRequest(request, parsedBody);
}

/**
 * How long a client may keep what is listed. It depends on the configuration, which only a restart changes, and over HTTP
 * on the scope of the caller's token: hence private. What a resource holds, and what a tool answered, is not to be kept.
 */
const HINT: CacheHint = { ttlMs: 300_000, cacheScope: "private" };
const LISTED: NonNullable<ServerOptions["cacheHints"]> = {
  "server/discover": HINT,
  "tools/list": HINT,
  "prompts/list": HINT,
  "resources/list": HINT,
  "resources/templates/list": HINT,
};

/** Parameters are the catalogue's to judge. */
const AS_SENT: StandardSchemaV1<Record<string, unknown>> = {
  "~standard": { version: 1, vendor: "coldroute", validate: (value) => ({ value: value as Record<string, unknown> }) },
};

/** What a probe is taken to say that does not say which version it speaks. */
const ENVELOPE = { [PROTOCOL_VERSION_META_KEY]: "2026-07-28", [CLIENT_CAPABILITIES_META_KEY]: {} };

/** Only answers to elicitation would be validated, and none is ever asked for; the SDK's own choice would load Ajv. */
const refuseToValidate: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "this server asks its client for nothing",
  }),
};

/**
 * The catalogue behind SDK 2.x over Streamable HTTP: MCP 2026-07-28, each request on its own. What is not of this era is
 * refused; ask `isOfEarlierEra` first. The request's signal, when its client leaves, cancels the call. `close` ends what
 * is under way.
 */
export function createSdk2Handler(
  identity: Identity,
  catalogue: () => Promise<Catalogue>,
  limits: { readonly maxRequestBodySize?: number; readonly maxSubscriptions?: number } = {},
): Pick<McpHttpHandler, "fetch" | "close"> {
  return createMcpHandler(() => createSdk2Server(identity, catalogue), { legacy: "reject", ...limits });
}

/**
 * The catalogue behind SDK 2.x on stdio, for a connection that began with a message of this era. A client that only
 * probed for it and then shakes hands is served as one of the earlier era. `objection` is what speaks against giving a
 * request to the SDK: it would drop it, or take the connection for one of the earlier era for good.
 */
export function createSdk2Connection(identity: Identity, catalogue: () => Promise<Catalogue>) {
  // As for SDK 1.x: each schema is used a few times in a process.
  config({ jitless: true });
  let shakenHands = false;
  return {
    serve: async (transport: Transport): Promise<void> => {
      serveStdio(() => createSdk2Server(identity, catalogue), { transport });
      const take = transport.onmessage;
      transport.onmessage = (message) => {
        shakenHands ||= isHandshake(message);
        take?.(asked(message));
      };
    },
    objection: (request: object): Objection | undefined => {
      // A handshake that is not as MCP defines it, the SDK would call an internal error of its own.
      const isSound = isJSONRPCRequest(request) && (!isHandshake(request) || isInitializeRequest(request));
      if (!isSound) return NOT_MCP;
      const isOfAnEra = shakenHands || isHandshake(request) || asksForDiscovery(request) || namesVersion(request);
      return isOfAnEra ? undefined : NO_VERSION;
    },
  };
}

function isHandshake(message: object): boolean {
  return "method" in message && message.method === "initialize";
}

/** A probe that does not say which version it speaks asks just that: it is taken for one that does. */
function asked(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message) || !asksForDiscovery(message) || namesVersion(message)) return message;
  return { ...message, params: { ...message.params, _meta: { ...message.params?._meta, ...ENVELOPE } } };
}

/** A server for one connection on stdio, or one request over HTTP, of either era. */
export function createSdk2Server(identity: Identity, catalogue: () => Promise<Catalogue>): Server {
  const { implementation, options } = introduce(identity);
  const server = new CatalogueServer(implementation, {
    ...options,
    jsonSchemaValidator: refuseToValidate,
    cacheHints: LISTED,
  });
  for (const method of methodsOf(identity.offers)) {
    server.setRequestHandler(method, { params: AS_SENT }, async (params, { mcpReq }) => {
      const context = callContext(mcpReq.signal, mcpReq._meta, mcpReq.notify);
      return answerMethod(await catalogue(), method, params, context);
    });
  }
  return server;
}

/** Leaves the calls of tools to the catalogue alone: the SDK would judge their arguments, in words of its own, before it. */
class CatalogueServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<Server["_wrapHandler"]>) {
    return method === "tools/call" ? handler : super._wrapHandler(method, handler);
  }
}
