import { type Clock, elapsedMs, type Moment, sleep } from "../runtime/clock.ts";
import { type Failure, failed, type Product, type Result, success } from "./failure.ts";
import type { ApiStatus } from "./status.ts";
import { remainingMs, type WaitLimits, within } from "./wait.ts";

/** An access token in use. `generation` grows by one with every exchange, so that an old one is told from the current. */
export interface AccessToken {
  readonly generation: number;
  /** Counted from when the exchange was sent. */
  readonly issued: Moment;
  readonly lifeMs: number;
  /** The bearer value; behind a function so that no inspection, log or error shows it. */
  reveal(): string;
}

/** How an exchange at the token endpoint ended (spec 4.1). */
export type Exchanged =
  | {
      readonly ok: true;
      readonly value: string;
      readonly issued: Moment;
      readonly lifeMs: number;
    }
  /** `refused`: the credentials were (400, 401, 403); `holdMs`: the endpoint asked to wait (429, Retry-After). */
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly refused: boolean;
      readonly holdMs?: number;
    };

/** The refresh margin: a share of the token's life, and at most this (DESIGN 4, token). */
const MARGIN_SHARE = 0.1;
const MAX_MARGIN_MS = 600_000;

/** How long refused credentials are remembered: doubling from the first to the last. */
const FIRST_REFUSAL_MS = 60_000;
const LAST_REFUSAL_MS = 600_000;

/** How long any other failed exchange is remembered where it did not say itself. */
const FAILURE_MS = 5_000;

/** How long at least: callers that come in turns must not ask anew for each of their turns. */
const LEAST_HOLD_MS = 1_000;

/** How long a product whose new token was refused too starts no further exchange. */
const SCOPE_MISSING_MS = 60_000;

interface Remembered {
  readonly failure: Failure;
  readonly untilMs: number;
  /** The endpoint only asked to wait: who has the time may wait and try again. */
  readonly mayWait: boolean;
}

/**
 * The one access token, shared by every product and caller (DESIGN 4, token; spec 5.4): single flight, refreshed in the
 * background shortly before its end, replaced once after a 401, its failures remembered.
 */
export class TokenCache {
  readonly #clock: Clock;
  /** Must not reject. */
  readonly #exchange: () => Promise<Exchanged>;
  readonly #closing: AbortSignal;
  #token: AccessToken | undefined;
  #generation = 0;
  #flight: Promise<Result<AccessToken>> | undefined;
  #remembered: Remembered | undefined;
  #refusals = 0;
  /** Exchanges in a row that were told to wait. */
  #holds = 0;
  /** The token that replaced one which a product's 401 dropped; forgotten once that product accepts it. */
  readonly #renewed = new Map<Product, { readonly generation: number; readonly atMs: number }>();
  /** The new token that a product refused too, and until when its 401s start no exchange; forgotten once it accepts that. */
  readonly #scopeMissing = new Map<Product, { readonly generation: number; readonly untilMs: number }>();

  /** @param closing Aborted when the client closes: ends every wait for the endpoint. */
  constructor(clock: Clock, exchange: () => Promise<Exchanged>, closing: AbortSignal) {
    this.#clock = clock;
    this.#exchange = exchange;
    this.#closing = closing;
  }

  /** A token that has not expired, exchanged for where there is none. Waits no longer than `limits` allow. */
  async get(limits: WaitLimits): Promise<Result<AccessToken>> {
    const first = await this.#attempt(limits);
    if (first.ok || this.#remembered?.mayWait !== true) return first;
    const restMs = this.#remembered.untilMs - this.#clock.monotonicMs();
    if (restMs >= remainingMs(this.#clock, limits)) return first;
    limits.heldUntil?.(this.#remembered.untilMs, first.failure);
    if (!(await sleep(this.#clock, restMs, limits.signal, this.#closing))) {
      return failed({ kind: "cancelled", product: "token" });
    }
    return this.#attempt(limits);
  }

  /**
   * `product` answered 401 to `token`. Tells whether to repeat the request once with what `get` then gives. No when it
   * was `repeated` already, or when this product's 401 brought this very token: then a scope is probably missing, the
   * token stays (other products use it), and for a minute this product's 401s start no exchange.
   */
  unauthorized(product: Product, token: AccessToken, repeated: boolean): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#isScopeMissing(product)) return false;
    if (this.isLastWord(product, token, repeated)) {
      this.#scopeMissing.set(product, { generation: token.generation, untilMs: nowMs + SCOPE_MISSING_MS });
      this.#renewed.delete(product);
      return false;
    }
    // An older one was replaced for another reason, and what replaced it may be refused for the same.
    if (this.#token === token) {
      this.#token = undefined;
      this.#renewed.set(product, { generation: token.generation + 1, atMs: nowMs });
    }
    return true;
  }

  /** Whether a 401 to `token` would be: another one would be refused as well, as far as is known. */
  isLastWord(product: Product, token: AccessToken, repeated: boolean): boolean {
    const renewed = this.#renewed.get(product);
    const isRenewed =
      renewed !== undefined &&
      token.generation >= renewed.generation &&
      this.#clock.monotonicMs() - renewed.atMs < SCOPE_MISSING_MS;
    return repeated || isRenewed || this.#isScopeMissing(product);
  }

  #isScopeMissing(product: Product): boolean {
    return (this.#scopeMissing.get(product)?.untilMs ?? Number.NEGATIVE_INFINITY) > this.#clock.monotonicMs();
  }

  /** `product` judged a request by more than its token: the scope suffices. An older token proves nothing of a newer one. */
  accepted(product: Product, token: AccessToken): void {
    for (const refused of [this.#renewed, this.#scopeMissing]) {
      if (token.generation >= (refused.get(product)?.generation ?? 0)) refused.delete(product);
    }
  }

  /** Age and rest of the present token's life; `null` where there is none that may be used. */
  status(): ApiStatus["token"] {
    const token = this.#valid();
    if (token === undefined) return null;
    const ageMs = elapsedMs(this.#clock, token.issued);
    return { ageSeconds: Math.floor(ageMs / 1000), expiresInSeconds: Math.floor((token.lifeMs - ageMs) / 1000) };
  }

  /** The present token, else the remembered failure, else the outcome of the one exchange under way. */
  async #attempt(limits: WaitLimits): Promise<Result<AccessToken>> {
    const token = this.#valid();
    if (token !== undefined) {
      if (this.#isDue(token)) void this.#refresh();
      return success(token);
    }
    const known = this.#known();
    if (known !== undefined) return failed(withWait(known.failure, known.untilMs - this.#clock.monotonicMs()));
    const sinceMs = this.#clock.monotonicMs();
    const outcome = await within(this.#clock, this.#refresh(), limits);
    switch (outcome.by) {
      case "value":
        return outcome.value;
      case "signal":
        return failed({ kind: "cancelled", product: "token" });
      case "deadline":
        return failed({ kind: "timeout", product: "token", afterMs: this.#clock.monotonicMs() - sinceMs, sent: true });
    }
  }

  #valid(): AccessToken | undefined {
    const token = this.#token;
    return token !== undefined && elapsedMs(this.#clock, token.issued) < token.lifeMs ? token : undefined;
  }

  #isDue(token: AccessToken): boolean {
    const marginMs = Math.min(token.lifeMs * MARGIN_SHARE, MAX_MARGIN_MS);
    return elapsedMs(this.#clock, token.issued) >= token.lifeMs - marginMs && this.#known() === undefined;
  }

  #known(): Remembered | undefined {
    const known = this.#remembered;
    return known !== undefined && known.untilMs > this.#clock.monotonicMs() ? known : undefined;
  }

  #refresh(): Promise<Result<AccessToken>> {
    this.#flight ??= this.#exchange().then((exchanged) => {
      this.#flight = undefined;
      return exchanged.ok ? this.#keep(exchanged) : this.#remember(exchanged);
    });
    return this.#flight;
  }

  #keep(exchanged: Extract<Exchanged, { ok: true }>): Result<AccessToken> {
    this.#generation += 1;
    this.#remembered = undefined;
    this.#refusals = 0;
    this.#holds = 0;
    const { value, issued, lifeMs } = exchanged;
    this.#token = { generation: this.#generation, issued, lifeMs, reveal: () => value };
    return success(this.#token);
  }

  #remember(exchanged: Extract<Exchanged, { ok: false }>): Result<AccessToken> {
    const { failure, refused, holdMs } = exchanged;
    const refusedMs = Math.min(FIRST_REFUSAL_MS * 2 ** this.#refusals, LAST_REFUSAL_MS);
    this.#refusals = refused ? this.#refusals + 1 : 0;
    this.#holds = !refused && holdMs !== undefined ? this.#holds + 1 : 0;
    const waitMs = refused ? Math.max(refusedMs, holdMs ?? 0) : Math.max(holdMs ?? FAILURE_MS, LEAST_HOLD_MS);
    const untilMs = this.#clock.monotonicMs() + waitMs;
    // Waited out once; told to wait again, the callers that come in turns must not ask anew for each of their turns.
    this.#remembered = { failure, untilMs, mayWait: this.#holds === 1 };
    return failed(withWait(failure, waitMs));
  }
}

/** The failure with the time left until the endpoint is asked again, where calling again then may help. */
function withWait(failure: Failure, waitMs: number): Failure {
  const left = Math.max(0, waitMs);
  if (failure.kind === "network" || failure.kind === "timeout") return { ...failure, waitMs: left };
  return "status" in failure && failure.kind !== "unexpected_response" && failure.kind !== "outcome_unknown"
    ? { ...failure, waitMs: left }
    : failure;
}
