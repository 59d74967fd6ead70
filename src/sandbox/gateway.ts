import type { IncomingMessage } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import { isSuccess, page, problem, type ServiceAnswer } from "./answer.ts";
import type { Checked } from "./check.ts";
import { type FaultHit, faulty, isProcessed } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Operations } from "./operations.ts";
import type { Route } from "./router.ts";
import type { Product, RateLimit, SandboxSettings } from "./settings.ts";
import type { TokenIssuer } from "./tokens.ts";

/** A request, read to its end. */
export interface ReceivedRequest {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

/** An answer and its record. The status is null if no operation ran and no answer follows. */
export interface HandledRequest {
  readonly answer: ServiceAnswer;
  readonly status: number | null;
  readonly billed: boolean;
}

type OurRoute = Extract<Route, { kind: "operation" }>;

export interface GatewayParts {
  readonly clock: Clock;
  readonly settings: SandboxSettings;
  readonly issuer: TokenIssuer;
  readonly operations: Operations;
  readonly ledger: Ledger;
}

/** The service's front door: authentication, account, rate limit, operation, fault and bill. */
export type Gateway = ReturnType<typeof gateway>;

export function gateway({ clock, settings, issuer, operations, ledger }: GatewayParts) {
  const secondsToWait = rateLimiter(clock);

  /** The refusal of a bearer that may not call this product now. */
  function refusal({ message }: ReceivedRequest, product: Product): ServiceAnswer | undefined {
    const account = issuer.authenticate(message.headers.authorization, product);
    if (typeof account !== "string") return account;
    const isShipping = product === "planning" || product === "tracking";
    if (isShipping && !settings.accountValid)
      return problem(403, "invalid-account", "the API account is missing or invalid");
    const waitS = secondsToWait(account, product, settings.rateLimits[product]);
    if (waitS === 0) return undefined;
    return problem(429, "rate-limit", `the rate limit of ${product} is exceeded`, { "Retry-After": String(waitS) });
  }

  function rightAnswer(request: ReceivedRequest, { origin, packageId = "" }: OurRoute): ServiceAnswer {
    const { message, query, body } = request;
    const refused = origin === "token" ? undefined : refusal(request, origin);
    if (refused !== undefined) return refused;
    switch (origin) {
      case "alerts":
        return operations.alerts(query);
      case "risk":
        return operations.risk(query);
      case "tracking":
        return operations.package(packageId);
      case "token":
      case "planning": {
        const posted = readJson(message, body);
        if ("refusal" in posted) return posted.refusal;
        return origin === "token" ? issuer.exchange(posted.value) : operations.plan(posted.value);
      }
    }
  }

  /** Answers a request. If the operation runs despite a fault, the final status decides the bill. */
  return (request: ReceivedRequest, hit: FaultHit | undefined): HandledRequest => {
    const { route } = request;
    if (route.kind === "elsewhere") return recorded(NOT_OURS);
    if (route.kind === "unknown") return recorded(problem(404, "not-found", "there is no such path"));
    hit?.effect.prepare?.(settings);
    const isRun = hit === undefined || isProcessed(hit);
    const right = isRun ? rightAnswer(request, route) : problem(503, "not-processed");
    const answer = hit === undefined ? right : faulty(right, hit, route.origin);
    if (hit?.effect.isSilent === true && !isRun) return { answer, status: null, billed: false };
    // A token exchange is no API request (service.md 1.5).
    if (route.origin === "token" || !isSuccess(answer.status)) return recorded(answer);
    ledger.record(route.origin);
    return { answer, status: answer.status, billed: true };
  };
}

/** Fixed windows per account and product (service.md 8.1). The first request opens a window. */
function rateLimiter(clock: Clock) {
  const windows = new Map<string, { readonly startMs: number; count: number }>();
  /** Counts one request. Returns 0 within the limit, else the whole seconds until the window ends. */
  return (account: string, product: Product, limit: RateLimit | undefined): number => {
    if (limit === undefined) return 0;
    const nowMs = clock.monotonicMs();
    const windowMs = limit.windowS * 1_000;
    const key = `${product} ${account}`;
    let window = windows.get(key);
    if (window === undefined || nowMs - window.startMs >= windowMs) {
      window = { startMs: nowMs, count: 0 };
      windows.set(key, window);
    }
    if (window.count >= limit.requests) return Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1_000));
    window.count += 1;
    return 0;
  };
}

/** The plain 404 of another server. */
const NOT_OURS: ServiceAnswer = { ...page(404, "text/plain", "Not found"), isUnsigned: true };

function recorded(answer: ServiceAnswer): HandledRequest {
  return { answer, status: answer.status, billed: false };
}

/** Reads the posted JSON, or refuses it (service.md 4: POST bodies are application/json). */
function readJson(message: IncomingMessage, body: Buffer): Checked<unknown> {
  const mediaType = message.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json")
    return { refusal: problem(415, "unsupported-media-type", "the body must be application/json") };
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return { refusal: problem(400, "invalid-json", "the body is not JSON") };
  }
}
