import type { IncomingMessage } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import type { Answer } from "./answer.ts";
import { isSuccess, PlainText, problem } from "./answer.ts";
import { faultAnswer } from "./fault-answer.ts";
import type { Fault } from "./faults.ts";
import { isProcessed } from "./faults.ts";
import { MAX_REQUEST_BYTES } from "./invented.ts";
import type { Ledger } from "./ledger.ts";
import type { Operations } from "./operations.ts";
import { RateLimiter } from "./rate-limit.ts";
import type { Route } from "./router.ts";
import type { Product, SandboxSettings } from "./settings.ts";
import type { TokenIssuer } from "./tokens.ts";

/** A request, read to its end. `body` is null where it was larger than the sandbox takes. */
export interface ReceivedRequest {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly body: Buffer | null;
}

/** What the gateway wrote down about a request; no status where nothing ran and nothing was answered. */
export interface Outcome {
  readonly answer: Answer;
  readonly status: number | null;
  readonly billed: boolean;
}

type OperationRoute = Extract<Route, { kind: "operation" }>;

/** The service's front door: authentication, account, rate limit, operation, fault, and what each request bills. */
export class Gateway {
  readonly #settings: SandboxSettings;
  readonly #issuer: TokenIssuer;
  readonly #operations: Operations;
  readonly #ledger: Ledger;
  readonly #limiter: RateLimiter;

  constructor(clock: Clock, settings: SandboxSettings, issuer: TokenIssuer, operations: Operations, ledger: Ledger) {
    this.#settings = settings;
    this.#issuer = issuer;
    this.#operations = operations;
    this.#ledger = ledger;
    this.#limiter = new RateLimiter(clock);
  }

  /**
   * The answer to a request, with what was recorded and billed. A fault that lets the operation run is billed by the
   * status line that results, even if the client never sees it; one that does not let it run records nothing unless it
   * answers.
   */
  handle(request: ReceivedRequest, fault: Fault | undefined, requestId: string): Outcome {
    const { route } = request;
    if (route.kind === "elsewhere") return recorded(NOT_OURS);
    if (route.kind === "unknown") return recorded(problem(404, "not-found", "there is no such path"));
    if (fault?.kind === "newData") this.#operations.newData();
    const answer = this.#answer(request, route, fault);
    const isSilent = fault?.kind === "hang" || fault?.kind === "reset";
    if (isSilent && !isProcessed(fault)) return { answer, status: null, billed: false };
    // Token exchanges are no API requests (spec 1.5).
    if (route.origin === "token" || !isSuccess(answer.status)) return recorded(answer);
    this.#ledger.record({ product: route.origin, status: answer.status, requestId });
    return { answer, status: answer.status, billed: true };
  }

  #answer(
    request: ReceivedRequest,
    route: Exclude<Route, { kind: "elsewhere" | "unknown" }>,
    fault: Fault | undefined,
  ): Answer {
    const right =
      fault !== undefined && !isProcessed(fault) ? problem(503, "not-processed") : this.#rightAnswer(request, route);
    return fault === undefined ? right : faultAnswer(fault, route.origin, right);
  }

  #rightAnswer(request: ReceivedRequest, route: Exclude<Route, { kind: "elsewhere" | "unknown" }>): Answer {
    if (route.kind === "method")
      return problem(405, "method-not-allowed", `only ${route.allow} is allowed`, { Allow: route.allow });
    if (route.origin === "token") return this.#exchange(request);
    return this.#product(request, route, route.origin);
  }

  #exchange({ message, body }: ReceivedRequest): Answer {
    // Spec 4: all requests except the token exchange carry a token.
    if (message.headers.authorization !== undefined)
      return problem(400, "misplaced-token", "Authorization: does not belong here");
    const posted = readJson(message, body);
    return "refusal" in posted ? posted.refusal : this.#issuer.exchange(posted.value);
  }

  #product({ message, query, body }: ReceivedRequest, route: OperationRoute, product: Product): Answer {
    const bearer = this.#issuer.authenticate(message.headers.authorization, product);
    if ("status" in bearer) return bearer;
    const isShipping = product === "planning" || product === "tracking";
    if (isShipping && !this.#settings.accountValid)
      return problem(403, "invalid-account", "the API account is missing or invalid");
    const waitS = this.#limiter.take(bearer.account, product, this.#settings.rateLimits[product]);
    if (waitS > 0)
      return problem(429, "rate-limit", `the rate limit of ${product} is exceeded`, { "Retry-After": String(waitS) });
    switch (product) {
      case "alerts":
        return this.#operations.alerts(query);
      case "risk":
        return this.#operations.risk(query);
      case "tracking":
        return this.#operations.package(route.packageId ?? "");
      case "planning": {
        const posted = readJson(message, body);
        return "refusal" in posted ? posted.refusal : this.#operations.plan(posted.value);
      }
    }
  }
}

/** The plain 404 of a server that is not the service. */
const NOT_OURS: Answer = { status: 404, contentType: "text/plain", headers: {}, body: new PlainText("Not found") };

function recorded(answer: Answer): Outcome {
  return { answer, status: answer.status, billed: false };
}

/** The JSON that was posted, or why it cannot be read (spec 4: POST bodies are application/json). */
function readJson(message: IncomingMessage, body: Buffer | null): { value: unknown } | { refusal: Answer } {
  const mediaType = message.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json")
    return { refusal: problem(415, "unsupported-media-type", "the body must be application/json") };
  if (body === null)
    return { refusal: problem(413, "too-large", `the body is larger than ${MAX_REQUEST_BYTES} bytes`) };
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return { refusal: problem(400, "invalid-json", "the body is not JSON") };
  }
}
