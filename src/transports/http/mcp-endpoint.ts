import type { ServerResponse } from "node:http";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { defectFields } from "../../runtime/defect.ts";
import type { Log } from "../../runtime/log.ts";
import type { Calls } from "../../server/calls.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { Identity } from "../../server/identity.ts";
import type { IdleSet } from "../../server/idle-set.ts";
import { isMethod } from "../../server/methods.ts";
import { sdk2Server } from "../../server/sdk2.ts";
import { cutOffWhereBroken, methodNotAllowed, refusal } from "./answers.ts";
import type { Authorization } from "./authorization.ts";
import type { CallLimits, Places } from "./call-limits.ts";
import { type Caller, catalogueFor, mayUse, type Principal } from "./caller.ts";
import { type Posted, readPosted } from "./posted.ts";
import type { Routed } from "./routes.ts";

const RETRY_AFTER_CALLS_S = 1;
const RETRY_AFTER_DRAIN_S = 5;

const LISTEN = "subscriptions/listen";
/** Streams that 2026-era clients may hold open to be told of changes, of which there are none. */
const MAX_SUBSCRIPTIONS = 256;

export interface EndpointParts {
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  readonly authorization: Authorization;
  readonly limits: CallLimits;
  readonly calls: Calls;
  /** The answers that an ending server waits for. */
  readonly open: IdleSet<ServerResponse>;
  /** Whether new requests are still served. */
  readonly isOpen: () => boolean;
  readonly log: Log;
  /** Makes the server of one request: another one than coldroute's for the conformance suite. */
  readonly createServer?: typeof sdk2Server;
}

/** `/mcp`: Streamable HTTP of both eras without sessions, so that any replica answers any request. */
export function mcpEndpoint(parts: EndpointParts) {
  const { identity, authorization, limits, calls, open, isOpen, log, createServer = sdk2Server } = parts;
  const handler: McpHttpHandler = createMcpHandler(
    ({ era, authInfo, requestInfo }) => {
      const caller = authInfo?.extra?.["caller"] as Caller;
      const server = createServer(
        identity,
        async () => catalogueFor(caller, await parts.catalogue()),
        era,
        handler.notify,
      );
      // Without a handler the SDK answers with the status that this era wants for an unknown method.
      const method = requestInfo?.headers.get("mcp-method") ?? "";
      if (era === "modern" && !isMethod(method)) delete server.fallbackRequestHandler;
      return server;
    },
    {
      legacy: "stateless",
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => log.debug(defectFields(error), "the SDK refused a message"),
    },
  );
  const answer = async (c: Routed): Promise<Response> => {
    const { raw: request } = c.req;
    const { outgoing } = c.env;
    const { asked } = c.var;
    const principal = asked.principal as Principal;
    if (request.method !== "POST") return methodNotAllowed("POST");
    if (!isOpen()) return refusal(503, "The server is shutting down", RETRY_AFTER_DRAIN_S);
    const posted = await readPosted(request);
    if (posted instanceof Response) return posted;
    asked.rpc = posted.methods;
    // Who only listens is waited for by nobody.
    if (posted.methods.includes(LISTEN)) open.delete(outgoing);
    if (await callsBeyondScope(posted, principal, parts.catalogue)) return authorization.refuseForScope(request);
    const places = limits.take(principal.id, posted.calls);
    if (places === undefined) return refusal(429, "Too many calls are under way", RETRY_AFTER_CALLS_S);
    outgoing.once("close", places.requestOver);
    const extra = { caller: { principal, trace: asked.trace, run: countedBy(places, calls) } satisfies Caller };
    const authInfo = { token: "", clientId: principal.id, scopes: [...principal.scopes], extra };
    const response = await handler.fetch(request, { authInfo, parsedBody: posted.body });
    return cutOffWhereBroken(response, () => outgoing.destroy());
  };
  return { answer, close: () => handler.close() };
}

async function callsBeyondScope(
  { calledTools }: Posted,
  principal: Principal,
  catalogue: () => Promise<Catalogue>,
): Promise<boolean> {
  if (calledTools.length === 0) return false;
  const withheld = (await catalogue()).list().filter((tool) => !mayUse(principal, tool));
  return withheld.some(({ name }) => calledTools.includes(name));
}

function countedBy({ enter, leave }: Places, calls: Calls): Caller["run"] {
  return async (context, work) => {
    enter();
    try {
      return await calls.run(context, work);
    } finally {
      leave();
    }
  };
}
