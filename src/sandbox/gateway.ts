import type { IncomingMessage } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import { isSuccess, page, problem, type ServiceAnswer } from "./answer.ts";
import type { Checked } from "./check.ts";
import { type FaultHit, faulty, isProcessed } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Operations } from "./operations.ts";
import { rateLimiter } from "./rate-limit.ts";
import type { Route } from "./router.ts";
import type { Product, SandboxSettings } from "./settings.ts";
import type { TokenIssuer } from "./tokens.ts";

/** A request, read to its end. */
export interface ReceivedRequest {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

/** An answer and its record. The status is null where no operation ran and no answer follows. */
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
export class Gateway {
  readonly #around: GatewayParts;
  readonly #secondsToWait: ReturnType<typeof rateLimiter>;

  constructor(around: GatewayParts) {
    this.#around = around;
    this.#secondsToWait = rateLimiter(around.clock);
  }

  /** Answers a request. If the operation runs despite a fault, the resulting status decides the bill. */
  handle(request: ReceivedRequest, hit: FaultHit | undefined): HandledRequest {
    const { route } = request;
    if (route.kind === "elsewhere") return recorded(NOT_OURS);
    if (route.kind === "unknown") return recorded(problem(404, "not-found", "there is no such path"));
    hit?.effect.prepare?.(this.#around.settings);
    const isRun = hit === undefined || isProcessed(hit);
    const right = isRun ? this.#rightAnswer(request, route) : problem(503, "not-processed");
    const answer = hit === undefined ? right : faulty(right, hit, route.origin);
    if (hit?.effect.isSilent === true && !isRun) return { answer, status: null, billed: false };
    // Token exchanges are no API requests (service.md 1.5).
    if (route.origin === "token" || !isSuccess(answer.status)) return recorded(answer);
    this.#around.ledger.record(route.origin);
    return { answer, status: answer.status, billed: true };
  }

  #rightAnswer(request: ReceivedRequest, route: OurRoute): ServiceAnswer {
    if (route.origin === "token") return this.#exchange(request);
    return this.#refusal(request, route.origin) ?? this.#operation(request, route.origin, route.packageId ?? "");
  }

  #exchange({ message, body }: ReceivedRequest): ServiceAnswer {
    const posted = readJson(message, body);
    return "refusal" in posted ? posted.refusal : this.#around.issuer.exchange(posted.value);
  }

  /** The reason why the bearer may not ask this product now. */
  #refusal({ message }: ReceivedRequest, product: Product): ServiceAnswer | undefined {
    const { issuer, settings } = this.#around;
    const bearer = issuer.authenticate(message.headers.authorization, product);
    if ("status" in bearer) return bearer;
    const isShipping = product === "planning" || product === "tracking";
    if (isShipping && !settings.accountValid)
      return problem(403, "invalid-account", "the API account is missing or invalid");
    const waitS = this.#secondsToWait(bearer.account, product, settings.rateLimits[product]);
    if (waitS === 0) return undefined;
    return problem(429, "rate-limit", `the rate limit of ${product} is exceeded`, { "Retry-After": String(waitS) });
  }

  #operation({ message, query, body }: ReceivedRequest, product: Product, packageId: string): ServiceAnswer {
    const { operations } = this.#around;
    switch (product) {
      case "alerts":
        return operations.alerts(query);
      case "risk":
        return operations.risk(query);
      case "tracking":
        return operations.package(packageId);
      case "planning": {
        const posted = readJson(message, body);
        return "refusal" in posted ? posted.refusal : operations.plan(posted.value);
      }
    }
  }
}

/** The plain 404 of a server that is not the service. */
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
