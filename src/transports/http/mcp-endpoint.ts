import { INVALID_REQUEST, type Refusal, refuse, SERVER_ERROR, SESSION_NOT_FOUND } from "./answers.ts";
import { callers, type Principal } from "./caller.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import type { Exchange } from "./exchange.ts";
import { type PostedBody, readPostedBody } from "./posted-body.ts";
import { readBody } from "./request-body.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** A request that has come past host check and authorization. */
export interface Authorized {
  readonly request: Request;
  readonly exchange: Exchange;
  readonly principal: Principal;
}

export interface EndpointParts {
  readonly sessions: Sessions;
  readonly calls: CallsInFlight;
  /** The tools that a principal lacks the scope for. */
  withheld(principal: Principal): Promise<ReadonlySet<string>>;
  /** The challenge for a principal that calls one of them. */
  insufficientScope(request: Request): Refusal;
  isDraining(): boolean;
  readonly maxBodyBytes: number;
}

const METHODS = "GET, POST, DELETE";
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** `/mcp`: the Streamable HTTP transport of MCP. 2025-era requests go to their session. */
export class McpEndpoint {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  handle(authorized: Authorized): Promise<Response> {
    switch (authorized.request.method) {
      case "POST":
        return this.#post(authorized);
      case "GET":
        return this.#get(authorized);
      case "DELETE":
        return this.#delete(authorized);
      default:
        return Promise.resolve(refuse(methodNotAllowed(METHODS)));
    }
  }

  async #post(authorized: Authorized): Promise<Response> {
    const { request, exchange, principal } = authorized;
    if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) return refuse(NOT_JSON);
    if (!/^(?:identity)?$/i.test(request.headers.get("content-encoding") ?? "")) return refuse(ENCODED);
    const text = await readBody(request, this.#parts.maxBodyBytes);
    if (text === undefined) return refuse(TOO_LARGE);
    const posted = readPostedBody(text);
    if ("status" in posted) return refuse(posted);
    exchange.rpc = posted.methods.filter((method) => method !== undefined);
    const refusal = await this.#objection(request, posted, principal);
    if (refusal !== undefined) return refuse(refusal);
    return this.#postToSession(authorized, posted);
  }

  /** What speaks against serving it now, or for this principal. */
  async #objection(request: Request, posted: PostedBody, principal: Principal): Promise<Refusal | undefined> {
    const { calls, isDraining, withheld, insufficientScope } = this.#parts;
    // Answers and cancellations belong to what is under way, and are taken to the end.
    if (posted.requestIds.length > 0 && isDraining()) return DRAINING;
    if (posted.calledTools.length === 0) return undefined;
    const full = calls.full(principal.id, posted.calledTools.length);
    if (full !== undefined) return full === "principal" ? TOO_MANY_CALLS : BUSY;
    const closed = await withheld(principal);
    return posted.calledTools.some((name) => closed.has(name)) ? insufficientScope(request) : undefined;
  }

  async #postToSession({ request, exchange, principal }: Authorized, posted: PostedBody): Promise<Response> {
    const { sessions } = this.#parts;
    const sessionId = request.headers.get("mcp-session-id");
    const isNew = sessionId === null && posted.opensSession;
    if (sessionId === null && !isNew) return refuse(NO_SESSION_ID);
    const session = isNew ? await sessions.open(principal.id) : await sessions.find(sessionId ?? "", principal.id);
    if (session === undefined) return refuse(NO_SESSION);
    if ("status" in session) return refuse(session);
    exchange.whenOver(() => sessions.used(session));
    const response = await callers.run(callerOf(exchange, principal), () => session.post(request, posted));
    if (isNew && !response.ok) await sessions.close(session, "refused");
    return response;
  }

  async #get({ request, exchange, principal }: Authorized): Promise<Response> {
    if (this.#parts.isDraining()) return refuse(DRAINING);
    const session = await this.#session(request, principal);
    if (session instanceof Response) return session;
    exchange.whenOver(() => this.#parts.sessions.used(session));
    return session.listen(request, exchange);
  }

  async #delete({ request, principal }: Authorized): Promise<Response> {
    const session = await this.#session(request, principal);
    if (session instanceof Response) return session;
    const response = await session.terminate(request);
    if (response.ok) await this.#parts.sessions.close(session, "client");
    return response;
  }

  /** The session that a request names, or what is wrong with that. */
  async #session(request: Request, principal: Principal): Promise<Session | Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return refuse(NO_SESSION_ID);
    return (await this.#parts.sessions.find(id, principal.id)) ?? refuse(NO_SESSION);
  }
}

function callerOf(exchange: Exchange, principal: Principal) {
  return exchange.caller ?? { principal };
}

/** The refusal of a method that a path does not know; `allow` lists those that it does (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Refusal {
  return { status: 405, code: SERVER_ERROR, message: "Method not allowed", headers: { allow } };
}

const NOT_JSON: Refusal = {
  status: 415,
  code: SERVER_ERROR,
  message: "Unsupported media type: the body should be application/json",
};
const ENCODED: Refusal = {
  status: 415,
  code: SERVER_ERROR,
  message: "Unsupported content coding: the body should be sent as it is",
  headers: { "accept-encoding": "identity" },
};
const TOO_LARGE: Refusal = {
  status: 413,
  code: SERVER_ERROR,
  message: "The body is too large",
  headers: { connection: "close" },
};
const NO_SESSION_ID: Refusal = {
  status: 400,
  code: INVALID_REQUEST,
  message: "Invalid request: the header Mcp-Session-Id is missing, and only initialize opens a session",
};
const NO_SESSION: Refusal = { status: 404, code: SESSION_NOT_FOUND, message: "Session not found" };
const DRAINING: Refusal = {
  status: 503,
  code: SERVER_ERROR,
  message: "The server is shutting down",
  headers: { "retry-after": "5", connection: "close" },
};
const TOO_MANY_CALLS: Refusal = {
  status: 429,
  code: SERVER_ERROR,
  message: "Too many calls are under way for this principal",
  headers: { "retry-after": "1" },
};
const BUSY: Refusal = {
  status: 503,
  code: SERVER_ERROR,
  message: "Too many calls are under way",
  headers: { "retry-after": "1" },
};
