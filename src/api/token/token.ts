import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { MINUTE_MS } from "../../domain/time-units.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type WaitLimits, waitWithin } from "../../runtime/waiting.ts";
import type { ApiStatus } from "../model/status.ts";

/** A token as the token endpoint issued it (service.md 4.1). */
export interface Issued {
  readonly value: string;
  /** When the client sent the exchange (`monotonicMs`), which is never after the service issued the token. */
  readonly sentMs: number;
  readonly lifeMs: number;
}

export interface AccessToken extends Omit<Issued, "value"> {
  /** A function keeps the value out of inspections, logs and errors. */
  reveal(): string;
}

/** The refresh margin: this share of the token's life, ten minutes at most (G-token). */
const MARGIN_SHARE = 0.1;
const MAX_MARGIN_MS = 10 * MINUTE_MS;
/** The failures with which the service refuses the credentials: 400, 401 and 403. */
const REFUSAL_KINDS: ReadonlySet<Failure["kind"]> = new Set(["invalid_request", "unauthorized", "forbidden"]);
/** How long a client remembers refused credentials. Each further refusal doubles the time, up to the last value. */
const FIRST_REFUSAL_MS = MINUTE_MS;
const LAST_REFUSAL_MS = 10 * MINUTE_MS;
/** How long a client remembers any other failed exchange, unless the failure names a wait. */
const FAILURE_MS = 5_000;
/** If a product refuses a new token, too, its 401s start no exchange for this long. */
const SCOPE_MISSING_MS = MINUTE_MS;

/** The one access token (G-token; service.md 5.4): one exchange at a time, refresh before expiry, renewal on a 401. */
export class TokenCache {
  readonly #clock: Clock;
  /** Gets a token other than `unwanted`, which is due or was refused. */
  readonly #exchange: (unwanted?: string) => Promise<Result<Issued>>;
  #token: AccessToken | undefined;
  /** The last token that a 401 dropped. Other processes may still share it. */
  #dropped: AccessToken | undefined;
  #exchanging: Promise<Result<AccessToken>> | undefined;
  /** Callers get this failure instead of a new exchange until `untilMs`. */
  #pastFailure: { readonly failure: Failure; readonly untilMs: number } | undefined;
  #refusals = 0;
  readonly #scopeMissingUntilMs = new Map<Product, number>();

  constructor(clock: Clock, exchange: (unwanted?: string) => Promise<Result<Issued>>) {
    this.#clock = clock;
    this.#exchange = exchange;
  }

  /** The current token, else the remembered failure, else the end of the shared exchange. */
  async get(limits: WaitLimits): Promise<Result<AccessToken>> {
    const token = this.#valid();
    if (token !== undefined) {
      // Ignore a defect here: it reaches the next caller that has to wait.
      if (this.#isDue(token)) this.#refresh().catch(() => undefined);
      return success(token);
    }
    const failure = this.#failureInForce();
    if (failure !== undefined) return failed(failure);
    const askedMs = this.#clock.monotonicMs();
    const waited = await waitWithin(this.#clock, this.#refresh(), limits);
    if (waited.by === "value") return waited.value;
    if (waited.by === "signal") return failed({ kind: "cancelled", product: "token" });
    return failed({ kind: "timeout", product: "token", afterMs: this.#clock.monotonicMs() - askedMs, sent: true });
  }

  /** False once `token` has expired, a 401 has dropped it, or a newer one has replaced it. */
  isUsable(token: AccessToken): boolean {
    return token === this.#token && this.#ageMs(token) < token.lifeMs;
  }

  /**
   * Whether to retry after `product` refused `token`, which is dropped then. If the request has a new token already, a
   * scope is probably missing: the other products keep it, and for a minute this product's 401s start no exchange.
   */
  mayRetryAfter401(product: Product, token: AccessToken, hasNewToken: boolean): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < (this.#scopeMissingUntilMs.get(product) ?? 0)) return false;
    if (hasNewToken) {
      this.#scopeMissingUntilMs.set(product, nowMs + SCOPE_MISSING_MS);
      return false;
    }
    if (token === this.#token) {
      this.#dropped = token;
      this.#token = undefined;
    }
    return true;
  }

  status(): ApiStatus["token"] {
    const token = this.#valid();
    if (token === undefined) return null;
    const ageMs = this.#ageMs(token);
    return { ageSeconds: Math.floor(ageMs / 1000), expiresInSeconds: Math.floor((token.lifeMs - ageMs) / 1000) };
  }

  #ageMs(token: AccessToken): number {
    return this.#clock.monotonicMs() - token.sentMs;
  }

  #valid(): AccessToken | undefined {
    return this.#token !== undefined && this.isUsable(this.#token) ? this.#token : undefined;
  }

  #isDue(token: AccessToken): boolean {
    const marginMs = Math.min(token.lifeMs * MARGIN_SHARE, MAX_MARGIN_MS);
    return this.#ageMs(token) >= token.lifeMs - marginMs && this.#failureInForce() === undefined;
  }

  #failureInForce(): Failure | undefined {
    if (this.#pastFailure === undefined) return undefined;
    const { failure, untilMs } = this.#pastFailure;
    const waitMs = untilMs - this.#clock.monotonicMs();
    return waitMs > 0 ? { ...failure, waitMs } : undefined;
  }

  #refresh(): Promise<Result<AccessToken>> {
    this.#exchanging ??= this.#exchange((this.#token ?? this.#dropped)?.reveal())
      .then((issued) => (issued.ok ? this.#keepToken(issued.value) : failed(this.#keepFailure(issued.failure))))
      .finally(() => {
        this.#exchanging = undefined;
      });
    return this.#exchanging;
  }

  #keepToken({ value, sentMs, lifeMs }: Issued): Result<AccessToken> {
    // The token expired during its exchange. The next token would expire, too, so remember a failure.
    if (this.#clock.monotonicMs() - sentMs >= lifeMs) {
      return failed(this.#keepFailure({ kind: "unauthorized", product: "token", lifeMs }));
    }
    this.#pastFailure = undefined;
    this.#refusals = 0;
    this.#token = { sentMs, lifeMs, reveal: () => value };
    return success(this.#token);
  }

  #keepFailure(failure: Failure): Failure {
    let waitMs = failure.waitMs ?? FAILURE_MS;
    if (REFUSAL_KINDS.has(failure.kind)) {
      const refusalMs = Math.min(FIRST_REFUSAL_MS * 2 ** this.#refusals, LAST_REFUSAL_MS);
      waitMs = Math.max(refusalMs, failure.waitMs ?? 0);
      this.#refusals += 1;
    } else {
      this.#refusals = 0;
    }
    this.#pastFailure = { failure, untilMs: this.#clock.monotonicMs() + waitMs };
    return { ...failure, waitMs };
  }
}
