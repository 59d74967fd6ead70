import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Clock, sleep, systemClock } from "../runtime/clock.ts";
import { bodyBytes, page, signed } from "./answer.ts";
import { type Effect, end } from "./faults.ts";
import { type Gateway, gateway, type ReceivedRequest } from "./gateway.ts";
import { type HttpListener, listen, target } from "./http.ts";
import { Ledger } from "./ledger.ts";
import { operationsOf } from "./operations.ts";
import { BASE_PATHS, route } from "./router.ts";
import { AUDIENCE, CLIENT_ID, CLIENT_SECRET, defaultSettings, type Origin, type SandboxSettings } from "./settings.ts";
import { type TokenIssuer, tokenIssuer } from "./tokens.ts";
import { RISK_LEVELS, TEMPERATURE_LEVELS } from "./world/invented.ts";

const MAX_RECORDS = 20_000;

/** One request as the sandbox received it. Times are the clock's monotonic reading. */
export interface RequestRecord {
  readonly receivedAtMs: number;
  /** When the sandbox finished the answer or the connection closed; null until then. */
  finishedAtMs: number | null;
  /** Null if the path belongs to no operation. */
  readonly product: Origin | null;
  /** The body as received; null for the token endpoint, whose body holds a secret. */
  body: string | null;
  /** The status that the gateway recorded; null if it recorded none. */
  status: number | null;
  billed: boolean;
  readonly requestId: string;
  /** The kind of fault that hit the request. */
  fault: string | null;
}

export interface SandboxOptions {
  /** Default 0, which is any free port. */
  readonly port?: number;
  /** Seed of the weather and the tokens; default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  readonly settings?: SandboxSettings;
  /** Chooses the disturbance of each request; by default there is none. */
  readonly disturb?: (request: ReceivedRequest) => Effect | undefined;
}

/** The service of docs/service.md on loopback. It answers requests, and records both. */
export class Sandbox {
  /** Changes apply to the next request; changes of scopes and token life to the next token. */
  readonly settings: SandboxSettings;
  readonly ledger = new Ledger();
  /** The last 20,000 requests received, oldest first. */
  readonly requests: RequestRecord[] = [];
  readonly #clock: Clock;
  readonly #issuer: TokenIssuer;
  readonly #handle: Gateway;
  readonly #disturb: NonNullable<SandboxOptions["disturb"]>;
  readonly #closing = new AbortController();
  #received = 0;
  #listener: HttpListener | undefined;

  constructor(options: SandboxOptions) {
    const { seed = 1, clock = systemClock, settings = defaultSettings(), disturb = () => undefined } = options;
    // Every waiting answer adds a listener.
    setMaxListeners(0, this.#closing.signal);
    this.settings = settings;
    this.#clock = clock;
    this.#issuer = tokenIssuer(clock, settings, seed);
    const { ledger } = this;
    this.#handle = gateway({
      ...{ clock, settings, ledger },
      issuer: this.#issuer,
      operations: operationsOf(clock, settings, seed),
    });
    this.#disturb = disturb;
  }

  async start(port: number): Promise<void> {
    this.#listener = await listen(port, (message, response) => this.#answer(message, response));
  }

  /** The four base URLs of the specification, without a trailing slash. */
  get urls(): Readonly<Record<keyof typeof BASE_PATHS, string>> {
    const url = this.#listener?.url ?? "";
    return {
      auth: url + BASE_PATHS.auth,
      risk: url + BASE_PATHS.risk,
      planning: url + BASE_PATHS.planning,
      tracking: url + BASE_PATHS.tracking,
    };
  }

  /** The COLDROUTE_ variables that point coldroute here, and the order of the levels. */
  get environment(): Readonly<Record<string, string>> {
    return {
      COLDROUTE_CLIENT_ID: CLIENT_ID,
      COLDROUTE_CLIENT_SECRET: CLIENT_SECRET,
      COLDROUTE_AUDIENCE: AUDIENCE,
      COLDROUTE_AUTH_URL: this.urls.auth,
      COLDROUTE_RISK_URL: this.urls.risk,
      COLDROUTE_PLANNING_URL: this.urls.planning,
      COLDROUTE_TRACKING_URL: this.urls.tracking,
      COLDROUTE_ALERT_LEVELS: TEMPERATURE_LEVELS.join(","),
      COLDROUTE_RISK_LEVELS: RISK_LEVELS.join(","),
    };
  }

  /** Requests of one product, in the order received. */
  requestsOf(product: Origin): readonly RequestRecord[] {
    return this.requests.filter((record) => record.product === product);
  }

  /** Every access token issued so far. */
  get tokens(): readonly string[] {
    return this.#issuer.issued();
  }

  /** Makes every token issued so far invalid. */
  revokeTokens(): void {
    this.#issuer.revokeAll();
  }

  /** Closes every connection, even with an open answer. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listener?.close();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, query } = target(message);
    const found = route(message.method ?? "", pathname);
    const record = this.#record(response, found?.origin ?? null);
    // A client that disconnects while it sends makes no request.
    const body = await buffer(message).catch(() => undefined);
    if (body === undefined) return;
    if (found === undefined) return this.#notOurs(record, response);
    if (found.origin !== "token") record.body = body.toString() || null;
    const request = { ...found, query, message, body };
    const effect = this.#disturb(request);
    record.fault = effect?.kind ?? null;
    const waitMs = effect?.delayMs ?? 0;
    if (waitMs > 0 && !(await sleep(this.#clock, waitMs, this.#closing.signal))) return;
    const { status, billed, answer: unsigned } = this.#handle(request, effect);
    Object.assign(record, { status, billed });
    if (response.destroyed) return;
    if (this.#listener !== undefined) this.#listener.server.keepAliveTimeout = this.settings.keepAliveMs;
    const answer = signed(unsigned, record.requestId);
    await (effect?.send ?? end)(response, answer, bodyBytes(answer));
  }

  /** A path or method of no operation gets another server's 404, without X-Request-Id. */
  #notOurs(record: RequestRecord, response: ServerResponse): void {
    record.status = 404;
    const answer = page(404, "text/plain", "Not found");
    end(response, answer, bodyBytes(answer));
  }

  #record(response: ServerResponse, product: Origin | null): RequestRecord {
    this.#received += 1;
    const record: RequestRecord = {
      receivedAtMs: this.#clock.monotonicMs(),
      finishedAtMs: null,
      product,
      body: null,
      status: null,
      billed: false,
      requestId: `req-${String(this.#received).padStart(6, "0")}`,
      fault: null,
    };
    this.requests.push(record);
    if (this.requests.length > MAX_RECORDS) this.requests.shift();
    response.once("close", () => {
      record.finishedAtMs = this.#clock.monotonicMs();
    });
    return record;
  }
}

/** Starts a sandbox. Rejects with the system's error if it cannot listen on the port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = new Sandbox(options);
  await sandbox.start(options.port ?? 0);
  return sandbox;
}
