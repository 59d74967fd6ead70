import type { IncomingMessage } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import { isSuccess, problem, type ServiceAnswer } from "./answer.ts";
import type { Checked } from "./check.ts";
import type { Effect } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Operations } from "./operations.ts";
import type { Route } from "./router.ts";
import type { Product, SandboxSettings } from "./settings.ts";
import type { TokenIssuer } from "./tokens.ts";

/** A request to one of the operations, read to its end. */
export interface ReceivedRequest extends Route {
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
  const secondsToWait = rateLimiter(clock, settings);

  /** The refusal of a bearer that may not call this product now. */
  function refusal({ headers }: IncomingMessage, product: Product): ServiceAnswer | undefined {
    const refused = issuer.refusal(headers.authorization, product);
    if (refused !== undefined) return refused;
    const isShipping = product === "planning" || product === "tracking";
    if (isShipping && !settings.accountValid)
      return problem(403, "invalid-account", "the API account is missing or invalid");
    const waitS = secondsToWait(product);
    if (waitS === 0) return undefined;
    return problem(429, "rate-limit", `the rate limit of ${product} is exceeded`, { "Retry-After": String(waitS) });
  }

  function rightAnswer({ origin, packageId, message, query, body }: ReceivedRequest): ServiceAnswer {
    const refused = origin === "token" ? undefined : refusal(message, origin);
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
  return (request: ReceivedRequest, effect: Effect | undefined): HandledRequest => {
    const isRun = effect?.processed !== false;
    const right = isRun ? rightAnswer(request) : problem(503, "not-processed");
    const answer = effect?.replace?.(right) ?? right;
    if (effect?.isSilent === true && !isRun) return { answer, status: null, billed: false };
    // A token exchange is no API request (service.md 1.5).
    const billed = request.origin !== "token" && isSuccess(answer.status);
    if (request.origin !== "token" && billed) ledger.record(request.origin);
    return { answer, status: answer.status, billed };
  };
}

/** Fixed windows for each product, whichever token asks (service.md 8.1). The first request opens a window. */
function rateLimiter(clock: Clock, settings: SandboxSettings) {
  const windows = new Map<Product, { readonly startMs: number; count: number }>();
  /** Counts one request. Returns 0 within the limit, else the whole seconds until the window ends. */
  return (product: Product): number => {
    const limit = settings.rateLimits[product];
    if (limit === undefined) return 0;
    const nowMs = clock.monotonicMs();
    const windowMs = limit.windowS * 1_000;
    let window = windows.get(product);
    if (window === undefined || nowMs - window.startMs >= windowMs) {
      window = { startMs: nowMs, count: 0 };
      windows.set(product, window);
    }
    if (window.count >= limit.requests) return Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1_000));
    window.count += 1;
    return 0;
  };
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
