import type { CallContext } from "../../server/call-context.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import { answerMethod, type Responder } from "../../server/methods.ts";
import type { Authorization } from "./authorization.ts";
import { CallPlaces } from "./call-places.ts";
import { callTurns } from "./call-turns.ts";
import type { HttpOptions } from "./options.ts";
import { acceptedForm, readPosted } from "./posted.ts";
import { httpCallers } from "./principal.ts";
import { methodNotAllowed, refusal } from "./refusals.ts";
import type { PrincipalHandler } from "./route.ts";
import { answerBySdk } from "./sdk-handler.ts";
import type { ServerState } from "./shutdown.ts";

const RETRY_AFTER_CALLS_S = 1;
const RETRY_AFTER_DRAIN_S = 5;

/**
 * Serves `/mcp`: Streamable HTTP for every protocol version, without sessions, so that any replica can answer any request.
 * A request is checked, takes a place if it is a call, awaits its principal's turn, and is answered.
 */
export function mcpEndpoint(options: HttpOptions, authorization: Authorization, state: ServerState): PrincipalHandler {
  const { catalogue, config, log } = options;
  const places = new CallPlaces(config.maxCalls);
  const turnOf = callTurns();
  const callerOf = httpCallers(config);

  const answer: PrincipalHandler = async ({ req, env: { outgoing }, var: { facts } }, principal) => {
    const request = req.raw;
    if (request.method !== "POST") return methodNotAllowed("POST");
    if (!state.isOpen) return refusal(503, "The server is shutting down", { retryAfterS: RETRY_AFTER_DRAIN_S });
    const posted = await readPosted(request);
    if (posted instanceof Response) return posted;
    facts.rpc = posted.method;
    const form = acceptedForm(request);
    if (form === undefined) return refusal(406, "Send an Accept header with application/json");
    const offered = await catalogue();
    const permitted = principal.scopes.has("plan") ? offered : offered.readOnly();
    if (hasTool(offered, posted.calledTool) && !hasTool(permitted, posted.calledTool)) {
      const { response, reason } = authorization.denyPlan(request);
      facts.refused = reason;
      return response;
    }
    if (request.signal.aborted) return clientLeft();
    let call: ReturnType<Responder> | undefined;
    if (posted.isCall) {
      if (!places.take(principal.id))
        return refusal(429, "Too many calls are under way", { retryAfterS: RETRY_AFTER_CALLS_S });
      // No `await` stands between this and the check above, so the close is not missed. The call may outlast the client.
      outgoing.once("close", () => void Promise.allSettled([call]).then(() => places.free(principal.id)));
    }
    await turnOf(principal.id);
    if (request.signal.aborted) return clientLeft();
    const caller = { ...callerOf(principal), traceId: facts.traceId };
    const respond: Responder = (method, params, context) => {
      const work = (running: CallContext) => answerMethod(permitted, method, params, running);
      call = state.calls.run({ ...context, caller }, work);
      return call;
    };
    return answerBySdk(request, posted, form, respond, log);
  };
  // A request counts as under way even before its body is complete.
  return (c, principal) => state.calls.until(state.allAccepted.then(() => answer(c, principal)));
}

function hasTool(catalogue: Catalogue, name: unknown): boolean {
  return catalogue.list().some((tool) => tool.name === name);
}

function clientLeft(): Response {
  return refusal(400, "The client has left");
}
