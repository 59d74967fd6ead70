import { createMcpHandler } from "@modelcontextprotocol/server";
import { defectFields } from "../../runtime/log.ts";
import type { CallContext } from "../../server/call-context.ts";
import type { ToolListing } from "../../server/listing.ts";
import { answerMethod, type Responder, TOOL_CALL } from "../../server/methods.ts";
import { OpenCalls } from "../../server/open-calls.ts";
import { sdk2Server } from "../../server/sdk2.ts";
import type { Authorization } from "./authorization.ts";
import { callTurns } from "./call-turns.ts";
import type { HttpOptions } from "./options.ts";
import { acceptedBy, asJson, readPosted } from "./posted.ts";
import { httpCallers, type Principal } from "./principal.ts";
import { methodNotAllowed, refusal } from "./refusals.ts";
import type { PrincipalHandler, Routed } from "./route.ts";

const MAX_CALLS_IN_ALL = 512;
const RETRY_AFTER_CALLS_S = 1;
const RETRY_AFTER_DRAIN_S = 5;

export interface EndpointParts {
  readonly authorization: Authorization;
  readonly calls: OpenCalls;
  readonly state: { readonly isOpen: boolean };
}

/**
 * Serves `/mcp`: Streamable HTTP for every protocol version, without sessions, so that any replica can answer any request.
 * Checks in this order: the method, a shutdown, the body, `Accept`, the scope of a plan, the limits of calls. Then the
 * principal's request awaits its turn.
 */
export function mcpEndpoint(options: HttpOptions, { authorization, calls, state }: EndpointParts): PrincipalHandler {
  const { catalogue, config, log } = options;
  const take = callLimits(config.maxCalls);
  const turnOf = callTurns(options.clock);
  const callerOf = httpCallers(config);
  const handler = createMcpHandler(
    ({ era, authInfo, requestInfo }) => {
      const server = sdk2Server(authInfo?.extra?.["answer"] as Responder);
      // Without a handler, the SDK answers an unknown method with the HTTP status of this protocol version.
      const method = requestInfo?.headers.get("mcp-method");
      if (era === "modern" && method !== TOOL_CALL) delete server.fallbackRequestHandler;
      return server;
    },
    {
      legacy: "stateless",
      onerror: (error) => log.debug(defectFields(error), "the SDK refused a message"),
    },
  );
  /**
   * Takes a place for the message, and frees it when the client has gone and its calls have ended, which may outlast it.
   * Synchronous, so that no close comes between the check and the listener: the place would never be freed.
   */
  const takePlace = ({ req, env: { outgoing } }: Routed, { id }: Principal, isCall: boolean): OpenCalls | Response => {
    if (req.raw.signal.aborted) return refusal(400, "The client has left");
    const release = isCall ? take(id) : () => undefined;
    if (release === undefined)
      return refusal(429, "Too many calls are under way", { retryAfterS: RETRY_AFTER_CALLS_S });
    const callsOfMessage = new OpenCalls();
    outgoing.once("close", () => void callsOfMessage.idle().then(release));
    return callsOfMessage;
  };

  return async (routed, principal) => {
    const { facts } = routed.var;
    const { method, raw: request } = routed.req;
    if (method !== "POST") return methodNotAllowed("POST");
    if (!state.isOpen) return refusal(503, "The server is shutting down", { retryAfterS: RETRY_AFTER_DRAIN_S });
    const posted = await readPosted(request);
    if (posted instanceof Response) return posted;
    facts.rpc = posted.method;
    const accepted = acceptedBy(request);
    if (accepted instanceof Response) return accepted;
    const offered = await catalogue();
    const visible = principal.scopes.has("plan") ? offered : offered.readOnly();
    const isCalled = ({ name }: ToolListing): boolean => name === posted.calledTool;
    if (offered.list().some(isCalled) && !visible.list().some(isCalled)) {
      const { response, reason } = authorization.denyPlan(request);
      facts.refused = reason;
      return response;
    }
    const callsOfMessage = takePlace(routed, principal, posted.isCall);
    if (callsOfMessage instanceof Response) return callsOfMessage;
    await turnOf(principal.id);
    if (request.signal.aborted) return refusal(400, "The client has left");
    const caller = { ...callerOf(principal), traceId: facts.traceId };
    const answer: Responder = (name, params, context) => {
      const work = (running: CallContext) => answerMethod(visible, name, params, running);
      return callsOfMessage.until(calls.run({ ...context, caller }, work));
    };
    const authInfo = { token: "", clientId: principal.id, scopes: [...principal.scopes], extra: { answer } };
    const response = await handler.fetch(accepted.request, { authInfo, parsedBody: posted.body });
    return accepted.wantsJson ? asJson(response) : response;
  };
}

/** Makes a function that takes a place for a call and returns its release; undefined if a limit is reached. */
function callLimits(maxPerPrincipal: number) {
  const callsById = new Map<string, number>();
  let total = 0;
  const add = (id: string, change: 1 | -1): void => {
    total += change;
    const calls = (callsById.get(id) ?? 0) + change;
    if (calls > 0) callsById.set(id, calls);
    else callsById.delete(id);
  };
  return (id: string): (() => void) | undefined => {
    if ((callsById.get(id) ?? 0) >= maxPerPrincipal || total >= MAX_CALLS_IN_ALL) return undefined;
    add(id, 1);
    return () => add(id, -1);
  };
}
