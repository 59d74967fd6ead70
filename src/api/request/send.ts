import { type Failure, failed, notBefore, type Result, success } from "../../domain/failure.ts";
import { PRODUCTS, type Product } from "../../domain/product.ts";
import { remainingMs, sleep } from "../../runtime/waiting.ts";
import type { Received } from "../attempt/judge.ts";
import { backoffMs, failureToReport, MAX_ATTEMPTS } from "../attempt/retry.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { type AttemptParts, makeAttempt } from "./attempts.ts";
import type { RequestCallers } from "./callers.ts";

/** Sends requests, each in one attempt or several (G-retry). Callers interpret the answers. */
export class Sender {
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** Repeats until a 2xx with JSON, a final failure or the deadline. `single`, for a probe: only after a 401, once. */
  async send(endpoint: Endpoint, callers: RequestCallers, mode?: "single"): Promise<Result<Received>> {
    const { product } = endpoint;
    const url = this.#urlOf(endpoint);
    if (!url.ok) return url;
    let lastFailure: Failure | undefined;
    let hasNewToken = false;
    let hasRepeatedOnce = false;
    for (let attempt = 1; ; attempt += 1) {
      const attempted = await makeAttempt(this.#parts, { endpoint, url: url.value, callers, attempt });
      if (!attempted.ok) return this.#failed(product, failureToReport(lastFailure, attempted.failure));
      const { outcome, token, beganCoolDown } = attempted.value;
      if (outcome.ok) return success(outcome.received);
      const { failure, repeat } = outcome;
      // The token may have been revoked. A new one is tried once, without a pause.
      if (failure.kind === "unauthorized") {
        const mayRetry = this.#parts.tokens.mayRetryAfter401(product, token, hasNewToken);
        if (!mayRetry || attempt === MAX_ATTEMPTS) return failed(failure);
        hasNewToken = true;
        continue;
      }
      const mayRepeat = repeat === "allowed" || (repeat === "once" && !hasRepeatedOnce);
      if (mode === "single" || !mayRepeat || attempt === MAX_ATTEMPTS) return this.#failed(product, failure);
      if (repeat === "once") hasRepeatedOnce = true;
      // After a cool-down began, the gate makes the next attempt wait.
      const mayGoOn = beganCoolDown || (await this.#pause(failure, attempt, callers));
      if (!mayGoOn) return this.#failed(product, failure);
      lastFailure = failure;
    }
  }

  /** Fails without the product's URL, or a required audience (service.md 5.5). */
  #urlOf({ product, path }: Endpoint): Result<string> {
    const { productUrls, audience, nameOf } = this.#parts.config;
    const base = productUrls[product];
    const missing = (variable: string, message: string): Result<never> =>
      failed({ kind: "configuration", product, problems: [{ variable: nameOf(variable), message }] });
    if (base === undefined) return missing(PRODUCTS[product].urlIn, "is needed");
    if (product === "tracking" || audience !== undefined) return success(`${base}${path}`);
    return missing("COLDROUTE_AUDIENCE", "is needed for all but tracking");
  }

  #failed(product: Product, failure: Failure): Result<never> {
    return failed(notBefore(failure, this.#parts.gates[product].coolDownLeftMs()));
  }

  /** False at once if the wait would reach the deadline, or when the last call leaves. */
  async #pause(failure: Failure, attempt: number, callers: RequestCallers): Promise<boolean> {
    const { clock, random } = this.#parts;
    const waitMs = (failure.waitMs ?? 0) + backoffMs(attempt, random);
    if (waitMs >= remainingMs(clock, callers.unsentLimits)) return false;
    return sleep(clock, waitMs, callers.unsentLimits.signal);
  }
}
