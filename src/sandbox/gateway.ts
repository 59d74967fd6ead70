import type { IncomingMessage } from "node:http";
import { PRODUCT_NAMES } from "../domain/product.ts";
import { type Checked, problem, type ServiceAnswer } from "./answer.ts";
import { OPERATIONS, type OperationInput, Operations } from "./operations.ts";
import type { Origin, Product, SandboxContext } from "./settings.ts";
import { TokenIssuer } from "./tokens.ts";

/** The paths of the base URLs differ, so that a mix-up shows. */
export const BASE_PATHS = {
  auth: "/identity",
  risk: "/risk-data",
  planning: "/carrier",
  tracking: "/support",
} as const;

const TOKEN_PATH = `${BASE_PATHS.auth}/oauth/token`;

export interface Route extends Omit<OperationInput, "posted"> {
  readonly origin: Origin;
}

export interface ReceivedRequest extends Route {
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

/** Takes the path as received: `..` stays. */
export function routeOf({ method, url = "" }: IncomingMessage): Route | undefined {
  const [path = "", search = ""] = url.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  if (method === "POST" && path === TOKEN_PATH) return { origin: "token", id: "", query };
  const product = PRODUCT_NAMES.find((name) => OPERATIONS[name].method === method && OPERATIONS[name].path.test(path));
  if (product === undefined) return undefined;
  try {
    return { origin: product, id: decodeURIComponent(OPERATIONS[product].path.exec(path)?.[1] ?? ""), query };
  } catch {
    return undefined;
  }
}

/** Checks the token and the rate limit, then runs the operation. */
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

  rightAnswer({ origin, id, message, query, body }: ReceivedRequest): ServiceAnswer {
    const refused = origin === "token" ? undefined : this.#refusal(message, origin);
    if (refused !== undefined) return refused;
    const posted = message.method === "POST" ? readJson(message, body) : { value: undefined };
    if ("refusal" in posted) return posted.refusal;
    if (origin === "token") return this.tokens.exchange(posted.value);
    return this.#operations[origin]({ query, id, posted: posted.value });
  }

  #refusal({ headers }: IncomingMessage, product: Product): ServiceAnswer | undefined {
    const refused = this.tokens.refusal(headers.authorization, product);
    if (refused !== undefined) return refused;
    const waitMs = this.#countedWaitMs(product);
    if (waitMs === 0) return undefined;
    const retryAfter = { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
    return problem(429, `the rate limit of ${product} is exceeded`, retryAfter);
  }

  /** Counts a request. Returns 0 within the limit, else the time until the window ends. */
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

/** POST bodies are application/json (service.md 4). */
function readJson(message: IncomingMessage, body: Buffer): Checked<unknown> {
  const mediaType = message.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") return { refusal: problem(415, "the body must be application/json") };
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return { refusal: problem(400, "the body is not JSON") };
  }
}
