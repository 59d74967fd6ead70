import type { IncomingMessage } from "node:http";
import { type Checked, problem, type ServiceAnswer } from "./answer.ts";
import { Operations } from "./operations.ts";
import type { Origin, Product, SandboxContext } from "./settings.ts";
import { TokenIssuer } from "./tokens.ts";

/** The paths of the four base URLs. All differ, so that a mix-up shows. */
export const BASE_PATHS = {
  auth: "/identity",
  risk: "/risk-data",
  planning: "/carrier",
  tracking: "/support",
} as const;

const ROUTES: readonly (readonly [method: string, pattern: RegExp, origin: Origin])[] = [
  ["POST", /^\/identity\/oauth\/token$/, "token"],
  ["GET", /^\/risk-data\/v1\/temperature-alerts$/, "alerts"],
  ["GET", /^\/risk-data\/v1\/risk-levels$/, "risk"],
  ["POST", /^\/carrier\/shipments$/, "planning"],
  ["GET", /^\/support\/v1\/packages\/([^/]+)$/, "tracking"],
];

/** The operation that a request names, and its parameters. */
export interface Route {
  readonly origin: Origin;
  readonly packageId: string;
  readonly query: URLSearchParams;
}

/** A request to one of the operations, read to its end. */
export interface ReceivedRequest extends Route {
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

/** Finds the operation of a request, if there is one. Takes the path as received: `..` stays. */
export function routeOf({ method, url = "" }: IncomingMessage): Route | undefined {
  const [path = "", search = ""] = url.split(/\?(.*)/s);
  const found = ROUTES.find(([of, pattern]) => of === method && pattern.test(path));
  if (found === undefined) return undefined;
  const [, pattern, origin] = found;
  try {
    const packageId = decodeURIComponent(pattern.exec(path)?.[1] ?? "");
    return { origin, packageId, query: new URLSearchParams(search) };
  } catch {
    return undefined;
  }
}

/** The service's front door: authentication, rate limit, operation. */
export class Gateway {
  readonly tokens: TokenIssuer;
  readonly #context: SandboxContext;
  readonly #operations: Operations;
  /** The window of each product, whichever token asks (service.md 8.1). Its first request opens it. */
  readonly #windows = new Map<Product, { readonly startMs: number; count: number }>();

  constructor(context: SandboxContext) {
    this.#context = context;
    this.tokens = new TokenIssuer(context);
    this.#operations = new Operations(context);
  }

  /** The answer of a service without faults. */
  rightAnswer({ origin, packageId, message, query, body }: ReceivedRequest): ServiceAnswer {
    const refused = origin === "token" ? undefined : this.#refusal(message, origin);
    if (refused !== undefined) return refused;
    if (origin === "alerts") return this.#operations.alerts(query);
    if (origin === "risk") return this.#operations.risk(query);
    if (origin === "tracking") return this.#operations.package(packageId);
    const posted = readJson(message, body);
    if ("refusal" in posted) return posted.refusal;
    return origin === "token" ? this.tokens.exchange(posted.value) : this.#operations.plan(posted.value);
  }

  /** The refusal of a bearer that may not call this product now. */
  #refusal({ headers }: IncomingMessage, product: Product): ServiceAnswer | undefined {
    const refused = this.tokens.refusal(headers.authorization, product);
    if (refused !== undefined) return refused;
    const waitMs = this.#countedWaitMs(product);
    if (waitMs === 0) return undefined;
    const retryAfter = { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
    return problem(429, `the rate limit of ${product} is exceeded`, retryAfter);
  }

  /** Counts one request. Returns 0 within the limit, else the time until the window ends. */
  #countedWaitMs(product: Product): number {
    const limit = this.#context.settings.rateLimits[product];
    if (limit === undefined) return 0;
    const nowMs = this.#context.clock.monotonicMs();
    const windowMs = limit.windowS * 1_000;
    const open = this.#windows.get(product);
    const window = open !== undefined && nowMs - open.startMs < windowMs ? open : { startMs: nowMs, count: 0 };
    this.#windows.set(product, window);
    if (window.count >= limit.requests) return window.startMs + windowMs - nowMs;
    window.count += 1;
    return 0;
  }
}

/** Reads the posted JSON, or refuses it (service.md 4: POST bodies are application/json). */
function readJson(message: IncomingMessage, body: Buffer): Checked<unknown> {
  const mediaType = message.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") return { refusal: problem(415, "the body must be application/json") };
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return { refusal: problem(400, "the body is not JSON") };
  }
}
