import type { AuthorizationRules } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { Identity } from "../../server/identity.ts";
import type { Adapters } from "./adapters.ts";
import { INVALID_REQUEST, type Refusal, refuse, SERVER_ERROR, SESSION_NOT_FOUND } from "./answers.ts";
import { mayUse, type Principal, SCOPES, servedAs } from "./caller.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { insufficientScope, originOf } from "./challenge.ts";
import type { Exchange } from "./exchange.ts";
import { guardedCatalogue } from "./guarded-catalogue.ts";
import type { HttpObserver } from "./http-observer.ts";
import type { HttpLimits } from "./limits.ts";
import { type PostedBody, readPostedBody } from "./posted-body.ts";
import { Bodies, objectionToBody } from "./request-body.ts";
import type { Session } from "./session.ts";
import { Sessions } from "./sessions.ts";

/** A request that has come past host check and authorization. */
export interface Authorized {
  readonly request: Request;
  readonly exchange: Exchange;
  readonly principal: Principal;
}

export interface EndpointParts {
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  readonly adapters: Adapters;
  readonly rules: AuthorizationRules;
  readonly calls: CallsInFlight;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly observer?: HttpObserver;
}

/** SDK 2.x behind the catalogue, and what tells which requests are for it. */
interface Modern {
  fetch(request: Request, options: { readonly parsedBody: unknown }): Promise<Response>;
  isOfEarlierEra(request: Request, parsedBody: unknown): Promise<boolean>;
  close(): Promise<void>;
}

/** Versions are dates, and sort as text. */
const FIRST_MODERN_VERSION = "2026-07-28";
const METHODS = "GET, POST, DELETE";

/**
 * `/mcp`: the Streamable HTTP transport of MCP. 2025-era requests go to their session, 2026-era ones are served each on its
 * own; only the SDK that a request needs is loaded (DESIGN 7).
 */
export class McpEndpoint {
  readonly #parts: EndpointParts;
  readonly #sessions: Sessions;
  readonly #bodies: Bodies;
  /** As each caller may see it. */
  readonly #catalogue: () => Promise<Catalogue>;
  #modern: Promise<Modern> | undefined;
  #isReady = true;
  #isDraining = false;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#bodies = new Bodies(parts.limits, parts.clock);
    this.#catalogue = async () => guardedCatalogue(await parts.catalogue(), parts.calls);
    this.#sessions = new Sessions({ ...parts, catalogue: this.#catalogue });
  }

  /** Whether whoever sends requests should go on doing so. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** It will soon end, and says so; what has been sent is still taken. */
  announceEnd(): void {
    this.#isReady = false;
  }

  /** From now on takes only what belongs to requests under way. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Resolves when no session owes its client an answer. */
  async answered(): Promise<void> {
    while (this.#sessions.areBusy) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ends every stream and gives up every call. */
  async close(): Promise<void> {
    await this.#sessions.closeAll();
    await (await this.#modern)?.close();
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
    const unreadable = objectionToBody(request.headers);
    if (unreadable !== undefined) return refuse(unreadable);
    const room = this.#bodies.room();
    const letGo = room.hold();
    exchange.whenOver(letGo);
    const body = await this.#bodies.read(exchange, room);
    // What was read of it is gone, though its client is still to be told.
    if ("status" in body) letGo();
    if ("status" in body) return refuse(body);
    const posted = readPostedBody(body.text);
    if ("status" in posted) return refuse(posted);
    exchange.asks({ rpc: posted.methods.filter((method) => method !== undefined) });
    const refusal = await this.#objection(authorized, posted);
    if (refusal !== undefined) return refuse(refusal);
    return servedAs({ principal, ...exchange.caller, holdBody: () => room.hold() }, async () => {
      const modern = await this.#modernFor(request, posted);
      if (modern !== undefined) return modern.fetch(request, { parsedBody: posted.value });
      return this.#postToSession(authorized, posted);
    });
  }

  /** What speaks against serving it now, or for this principal. */
  async #objection({ request, exchange, principal }: Authorized, posted: PostedBody): Promise<Refusal | undefined> {
    const { calls, rules, catalogue } = this.#parts;
    // Answers and cancellations belong to what is under way, and are taken to the end.
    const isLate = this.#isDraining && !(exchange.isInTime && exchange.isOwed);
    if (posted.requestIds.length > 0 && isLate) return DRAINING;
    const full = posted.calls === 0 ? undefined : calls.full(principal.id, posted.calls);
    if (full !== undefined) return full === "principal" ? TOO_MANY_CALLS : BUSY;
    if (posted.calledTools.length === 0) return undefined;
    const withheld = (await catalogue()).list().filter((tool) => !mayUse(principal, tool));
    const isWithheld = withheld.some(({ name }) => posted.calledTools.includes(name));
    return isWithheld ? insufficientScope(SCOPES, rules, originOf(request)) : undefined;
  }

  /** The 2026-era handler, if the request is its. */
  async #modernFor(request: Request, posted: PostedBody): Promise<Modern | undefined> {
    const version = request.headers.get("mcp-protocol-version") ?? "";
    // Without a claim in the body or the header nothing is of that era: what is needed then is not loaded.
    if (!posted.namesVersion && version < FIRST_MODERN_VERSION) return undefined;
    this.#modern ??= this.#loadModern();
    const modern = await this.#modern;
    return (await modern.isOfEarlierEra(request, posted.value)) ? undefined : modern;
  }

  async #loadModern(): Promise<Modern> {
    const { adapters, identity, limits } = this.#parts;
    const { createSdk2Handler, isOfEarlierEra } = await adapters.sdk2();
    const { maxSubscriptions } = limits;
    return { ...createSdk2Handler(identity, this.#catalogue, { maxSubscriptions }), isOfEarlierEra };
  }

  async #postToSession({ request, exchange, principal }: Authorized, posted: PostedBody): Promise<Response> {
    const sessions = this.#sessions;
    const sessionId = request.headers.get("mcp-session-id");
    const isNew = sessionId === null && posted.opensSession;
    if (sessionId === null && !isNew) return refuse(NO_SESSION_ID);
    const { sdk1Objection } = await this.#parts.adapters.sdk1();
    const objection = posted.messages.map(sdk1Objection).find((one) => one !== undefined);
    if (objection !== undefined) return refuse({ status: 400, ...objection });
    const session = isNew ? await sessions.open(principal.id) : await sessions.find(sessionId ?? "", principal.id);
    if (session === undefined) return refuse(NO_SESSION);
    if ("status" in session) return refuse(session);
    exchange.whenOver(() => sessions.used(session));
    const response = await session.post(request, posted);
    if (isNew && !response.ok) await sessions.close(session, "refused");
    return response;
  }

  async #get({ request, exchange, principal }: Authorized): Promise<Response> {
    // The rest of a stream that broke off belongs to a request under way.
    if (this.#isDraining && !request.headers.has("last-event-id")) return refuse(DRAINING);
    const session = await this.#session(request, principal);
    if (session instanceof Response) return session;
    exchange.whenOver(() => this.#sessions.used(session));
    return session.listen(request, exchange);
  }

  async #delete({ request, principal }: Authorized): Promise<Response> {
    const session = await this.#session(request, principal);
    if (session instanceof Response) return session;
    const response = await session.terminate(request);
    if (response.ok) await this.#sessions.close(session, "client");
    return response;
  }

  /** The session that a request names, or what is wrong with that. */
  async #session(request: Request, principal: Principal): Promise<Session | Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return refuse(NO_SESSION_ID);
    return (await this.#sessions.find(id, principal.id)) ?? refuse(NO_SESSION);
  }
}

/** The refusal of a method that a path does not know; `allow` lists those that it does (RFC 9110, 15.5.6). */
export function methodNotAllowed(allow: string): Refusal {
  return { status: 405, code: SERVER_ERROR, message: "Method not allowed", headers: { allow } };
}

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
