import { once, setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { byProduct, type Origin, PRODUCT_NAMES, type Product } from "../domain/product.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { sleep } from "../runtime/waiting.ts";
import { bodyBytes, isSuccess, page, problem, signed } from "./answer.ts";
import { type Effect, end } from "./faults.ts";
import { BASE_PATHS, Gateway, type ReceivedRequest, routeOf } from "./gateway.ts";
import { AUDIENCE, CLIENT_ID, CLIENT_SECRET, defaultSettings, type SandboxSettings } from "./settings.ts";
import { RISK_LEVELS, TEMPERATURE_LEVELS } from "./world/invented.ts";

const MAX_RECORDS = 20_000;

/** Times are the clock's monotonic reading. */
export interface RequestRecord {
  readonly receivedAtMs: number;
  /** When the answer was finished or the connection closed; null until then. */
  finishedAtMs: number | null;
  /** Null if the path belongs to no operation. */
  readonly product: Origin | null;
  /** The body as received; null for the token endpoint, whose body holds a secret. */
  body: string | null;
  /** The status of the answer, even if it never arrives; null until it is made. */
  status: number | null;
  billed: boolean;
  readonly requestId: string;
  fault: string | null;
}

export interface SandboxOptions {
  /** Default 0, which is any free port. */
  readonly port?: number;
  /** Seed of the weather and the tokens; default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  readonly settings?: SandboxSettings;
  /** Default: none. */
  readonly disturb?: (request: ReceivedRequest) => Effect | undefined;
}

/** The service's bill (service.md 1.5): requests without an error, even if the answer is lost. */
class Ledger {
  readonly #counts = byProduct(PRODUCT_NAMES, () => 0);

  record(product: Product): void {
    this.#counts[product] += 1;
  }

  billed(product?: Product): number {
    if (product !== undefined) return this.#counts[product];
    return PRODUCT_NAMES.reduce((sum, name) => sum + this.#counts[name], 0);
  }

  /** `4 (alerts 3, risk 0, planning 0, tracking 1)`. */
  summary(): string {
    return `${this.billed()} (${PRODUCT_NAMES.map((product) => `${product} ${this.#counts[product]}`).join(", ")})`;
  }
}

export class Sandbox {
  /** Changes apply to the next request; changes of scopes and token life to the next token. */
  readonly settings: SandboxSettings;
  readonly ledger = new Ledger();
  /** The last 20,000 requests received, oldest first. */
  readonly requests: RequestRecord[] = [];
  readonly #clock: Clock;
  readonly #gateway: Gateway;
  readonly #disturb: NonNullable<SandboxOptions["disturb"]>;
  readonly #closing = new AbortController();
  readonly #server = createServer((message, response) => {
    this.#answer(message, response).catch(() => {
      // The sandbox has a defect, or Node cannot send the answer of a fault script.
      if (!response.headersSent) response.writeHead(500, { "X-Request-Id": "req-defect" });
      response.end();
    });
  });
  #received = 0;

  constructor(options: SandboxOptions) {
    const { seed = 1, clock = systemClock, settings = defaultSettings(), disturb = () => undefined } = options;
    // Every waiting answer adds a listener.
    setMaxListeners(0, this.#closing.signal);
    this.settings = settings;
    this.#clock = clock;
    this.#gateway = new Gateway({ clock, settings, seed });
    this.#disturb = disturb;
    // Longer than the slowest machine needs between two calls of a test.
    this.#server.keepAliveTimeout = 60_000;
  }

  async start(port: number): Promise<void> {
    await once(this.#server.listen(port, "127.0.0.1"), "listening");
  }

  get urls(): Readonly<Record<keyof typeof BASE_PATHS, string>> {
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return {
      auth: url + BASE_PATHS.auth,
      risk: url + BASE_PATHS.risk,
      planning: url + BASE_PATHS.planning,
      tracking: url + BASE_PATHS.tracking,
    };
  }

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

  requestsOf(product: Origin): readonly RequestRecord[] {
    return this.requests.filter((record) => record.product === product);
  }

  get tokens(): readonly string[] {
    return this.#gateway.tokens.issued();
  }

  revokeTokens(): void {
    this.#gateway.tokens.revokeAll();
  }

  /** Closes every connection, even with an open answer. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = once(this.#server.close(), "close");
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = routeOf(message);
    const record = this.#record(response, route?.origin ?? null);
    // A client that disconnects while it sends makes no request.
    const body = await buffer(message).catch(() => undefined);
    if (body === undefined) return;
    // Another server's 404, without X-Request-Id.
    if (route === undefined) {
      record.status = 404;
      const answer = page(404, "text/plain", "Not found");
      return end(response, answer, bodyBytes(answer));
    }
    if (route.origin !== "token") record.body = body.toString() || null;
    const request = { ...route, message, body };
    const effect = this.#disturb(request);
    record.fault = effect?.kind ?? null;
    const waitMs = effect?.delayMs ?? 0;
    if (waitMs > 0 && !(await sleep(this.#clock, waitMs, this.#closing.signal))) return;
    const right = effect?.processed === false ? problem(503) : this.#gateway.rightAnswer(request);
    const answer = signed(effect?.replace?.(right) ?? right, record.requestId);
    record.status = answer.status;
    // The ledger counts successes, even if the answer is lost. A token exchange is no API request (service.md 1.5).
    record.billed = route.origin !== "token" && isSuccess(answer.status);
    if (route.origin !== "token" && record.billed) this.ledger.record(route.origin);
    if (!response.destroyed) await (effect?.send ?? end)(response, answer, bodyBytes(answer));
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

/** Rejects with the system's error if it cannot listen on the port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = new Sandbox(options);
  await sandbox.start(options.port ?? 0);
  return sandbox;
}
