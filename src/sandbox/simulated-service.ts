import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import { sleep, systemClock } from "../runtime/clock.ts";
import { withRequestId } from "./answer.ts";
import { misplacedCredentials } from "./credentials.ts";
import { deliver } from "./delivery.ts";
import type { Fault, FaultRates } from "./faults.ts";
import { FaultPlan } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import type { Listener } from "./http.ts";
import { listen, readBody, target } from "./http.ts";
import { Ledger } from "./ledger.ts";
import { Operations } from "./operations.ts";
import type { RequestRecord } from "./requests.ts";
import { RequestLog } from "./requests.ts";
import type { Route } from "./router.ts";
import { BASE_PATHS, route } from "./router.ts";
import type { Origin, SandboxSettings } from "./settings.ts";
import { APPLICATION, defaultSettings } from "./settings.ts";
import { TokenIssuer } from "./tokens.ts";

/** How many misplaced credentials are written down; one is enough to fail. */
const MAX_MISPLACED = 1_000;

export interface SandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Seed of the weather, the tokens and the fault rates; default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  readonly settings?: Partial<SandboxSettings>;
  /** A script of faults, consumed in its order for each product. */
  readonly faults?: readonly Fault[];
  /** Probability of each kind of fault for the requests that the script leaves alone. */
  readonly faultRates?: FaultRates;
}

/** A running simulated service (DESIGN 5). */
export interface Sandbox {
  /** The four base URLs of the specification, without a trailing slash. */
  readonly urls: Readonly<Record<"auth" | "risk" | "planning" | "tracking", string>>;
  /** The COLDROUTE_ variables (DESIGN 2) that point coldroute here. */
  readonly environment: Readonly<Record<string, string>>;
  /** May be changed while it runs; holds from the next request (scopes and token life: from the next token) on. */
  readonly settings: SandboxSettings;
  readonly ledger: Ledger;
  /** Every request received, oldest first, the last 20,000. */
  readonly requests: readonly RequestRecord[];
  /** Requests of one product, in the order received. */
  requestsOf(product: Origin): readonly RequestRecord[];
  /** Every access token issued so far. */
  readonly tokens: readonly string[];
  /** Credentials seen where they do not belong, such as a token at the token endpoint: nothing, if the client is sound. */
  readonly misplacedCredentials: readonly string[];
  /** How many plans exist, those included whose answer was lost. */
  readonly plans: number;
  /** Adds to the script of faults. */
  inject(...faults: readonly Fault[]): void;
  /** Forgets the script of faults. */
  clearFaults(): void;
  /** Makes every token issued so far invalid. */
  revokeTokens(): void;
  /** Ends every connection, open answers included. */
  close(): Promise<void>;
}

/** The sandbox behind its interface: takes requests off the wire, has them answered, and writes down both. */
export class SimulatedService implements Sandbox {
  readonly settings: SandboxSettings;
  readonly ledger = new Ledger();
  readonly #clock: Clock;
  readonly #issuer: TokenIssuer;
  readonly #operations: Operations;
  readonly #gateway: Gateway;
  readonly #faults: FaultPlan;
  readonly #log = new RequestLog();
  readonly #misplaced: string[] = [];
  readonly #closing = new AbortController();
  #received = 0;
  #listener: Listener | undefined;

  constructor(options: SandboxOptions) {
    const seed = options.seed ?? 1;
    this.#clock = options.clock ?? systemClock;
    // Every answer that waits listens to it.
    setMaxListeners(0, this.#closing.signal);
    this.settings = { ...defaultSettings(), ...options.settings };
    this.#issuer = new TokenIssuer(this.#clock, this.settings, seed);
    this.#operations = new Operations(this.#clock, this.settings, seed);
    this.#gateway = new Gateway(this.#clock, this.settings, this.#issuer, this.#operations, this.ledger);
    this.#faults = new FaultPlan(seed, options.faults ?? [], options.faultRates ?? {});
  }

  async start(host: string, port: number): Promise<void> {
    this.#listener = await listen(host, port, (message, response) => this.#answer(message, response));
  }

  get urls(): Sandbox["urls"] {
    const url = this.#listener?.url ?? "";
    return {
      auth: url + BASE_PATHS.auth,
      risk: url + BASE_PATHS.risk,
      planning: url + BASE_PATHS.planning,
      tracking: url + BASE_PATHS.tracking,
    };
  }

  get environment(): Readonly<Record<string, string>> {
    const application = this.settings.applications[0] ?? APPLICATION;
    return {
      COLDROUTE_CLIENT_ID: application.clientId,
      COLDROUTE_CLIENT_SECRET: application.clientSecret,
      COLDROUTE_AUDIENCE: this.settings.audience,
      COLDROUTE_AUTH_URL: this.urls.auth,
      COLDROUTE_RISK_URL: this.urls.risk,
      COLDROUTE_PLANNING_URL: this.urls.planning,
      COLDROUTE_TRACKING_URL: this.urls.tracking,
    };
  }

  get requests(): readonly RequestRecord[] {
    return this.#log.records;
  }

  requestsOf(product: Origin): readonly RequestRecord[] {
    return this.#log.records.filter((record) => record.product === product);
  }

  get tokens(): readonly string[] {
    return this.#issuer.issued;
  }

  get misplacedCredentials(): readonly string[] {
    return this.#misplaced;
  }

  get plans(): number {
    return this.#operations.plans;
  }

  inject(...faults: readonly Fault[]): void {
    this.#faults.add(faults);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  revokeTokens(): void {
    this.#issuer.revokeAll();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listener?.close();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, query } = target(message);
    const found = route(message.method ?? "", pathname);
    const record = this.#record(message, response, found);
    const body = await readBody(message);
    // The client hung up while it was still sending: no request was received.
    if (body === undefined) return;
    if (this.#misplaced.length < MAX_MISPLACED) {
      this.#misplaced.push(...misplacedCredentials(message, found, body, this.settings.applications, this.tokens));
    }
    if (record.product !== "token") record.body = body?.toString() || null;
    const fault = record.product === null ? undefined : this.#faults.next(record.product);
    record.fault = fault?.kind ?? null;
    const waitMs = this.settings.latencyMs + (fault?.kind === "drip" ? 0 : (fault?.delayMs ?? 0));
    if (waitMs > 0 && !(await sleep(this.#clock, waitMs, this.#closing.signal))) return;
    const outcome = this.#gateway.handle({ route: found, query, message, body }, fault, record.requestId);
    record.status = outcome.status;
    record.billed = outcome.billed;
    const hasId = this.settings.requestIds && found.kind !== "elsewhere" && fault?.requestId !== false;
    if (this.#listener !== undefined) this.#listener.server.keepAliveTimeout = this.settings.keepAliveMs;
    await deliver({
      response,
      clock: this.#clock,
      answer: hasId ? withRequestId(outcome.answer, record.requestId) : outcome.answer,
      requestId: hasId ? record.requestId : undefined,
      fault,
      compress: this.settings.compression && /\bgzip\b/.test(String(message.headers["accept-encoding"])),
      signal: gone(response),
    });
  }

  #record(message: IncomingMessage, response: ServerResponse, found: Route): RequestRecord {
    this.#received += 1;
    const record: RequestRecord = {
      receivedAtMs: this.#clock.monotonicMs(),
      finishedAtMs: null,
      product: "origin" in found ? found.origin : null,
      method: message.method ?? "",
      path: message.url ?? "",
      headers: this.#withoutToken(message),
      body: null,
      status: null,
      billed: false,
      requestId: `req-${String(this.#received).padStart(6, "0")}`,
      fault: null,
    };
    this.#log.add(record);
    response.once("close", () => {
      record.finishedAtMs = this.#clock.monotonicMs();
    });
    return record;
  }

  #withoutToken(message: IncomingMessage): IncomingMessage["headers"] {
    const { authorization, ...headers } = message.headers;
    if (authorization === undefined) return headers;
    const number = this.#issuer.numberOf(authorization.slice("Bearer ".length));
    return { ...headers, authorization: number > 0 ? `Bearer #${number}` : "unknown" };
  }
}

/** Aborted once the connection of `response` is closed or the answer is out. */
function gone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once("close", () => controller.abort());
  return controller.signal;
}
