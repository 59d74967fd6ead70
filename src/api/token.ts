import { type Clock, sleep } from "../runtime/clock.ts";
import { type Failure, failed, type Product, type Result, success } from "./failure.ts";
import type { ApiStatus } from "./status.ts";
import { remainingMs, type WaitLimits, within } from "./wait.ts";

/** An access token in use. `generation` grows by one with every exchange, so that an old one is told from the current. */
export interface AccessToken {
  readonly generation: number;
  /** When the exchange was sent: that is never later than when the token was issued. */
  readonly issuedMs: number;
  readonly lifeMs: number;
  /** The bearer value; behind a function so that no inspection, log or error shows it. */
  reveal(): string;
}

/** How an exchange at the token endpoint ended (spec 4.1). */
export type Exchanged =
  | { readonly ok: true; readonly value: string; readonly issuedMs: number; readonly lifeMs: number }
  /** `refused`: the credentials were (400, 401, 403); `holdMs`: the endpoint asked to wait (Retry-After). */
  | { readonly ok: false; readonly failure: Failure; readonly refused: boolean; readonly holdMs?: number };

/** The refresh margin: a share of the token's life, and at most this (DESIGN 4, token). */
const MARGIN_SHARE = 0.1;
const MAX_MARGIN_MS = 600_000;

/** How long refused credentials are remembered: doubling from the first to the last. */
const FIRST_REFUSAL_MS = 60_000;
const LAST_REFUSAL_MS = 600_000;

/** How long any other failed exchange is remembered where it does not say itself, and at least. */
const FAILURE_MS = 5_000;
const LEAST_FAILURE_MS = 1_000;

/** How long a product whose new token was refused too starts no further exchange. */
const SCOPE_MISSING_MS = 60_000;

interface Remembered {
  readonly failure: Failure;
  readonly untilMs: number;
  /** The endpoint only asked to wait: who has the time waits and tries again. */
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
  #token: AccessToken | undefined;
  #generation = 0;
  /** The newest token that a 401 dropped. */
  #droppedGeneration = 0;
  #flight: Promise<Result<AccessToken>> | undefined;
  #remembered: Remembered | undefined;
  #refusals = 0;
  /** Until when a product's 401s start no exchange. */
  readonly #scopeMissingUntilMs = new Map<Product, number>();

  constructor(clock: Clock, exchange: () => Promise<Exchanged>) {
    this.#clock = clock;
    this.#exchange = exchange;
  }

  /** A token that has not expired, exchanged for where there is none. Waits no longer than `limits` allow. */
  async get(limits: WaitLimits): Promise<Result<AccessToken>> {
    const first = await this.#attempt(limits);
    if (first.ok || this.#remembered?.mayWait !== true) return first;
    const restMs = this.#remembered.untilMs - this.#clock.monotonicMs();
    if (restMs >= remainingMs(this.#clock, limits)) return first;
    if (await sleep(this.#clock, restMs, limits.signal)) return this.#attempt(limits);
    return failed({ kind: "cancelled", product: "token" });
  }

  /** Whether a token that `get` gave at `gotMs` may still be sent. One that came expired is no better the next time. */
  isUsable(token: AccessToken, gotMs: number): boolean {
    const cameExpired = gotMs - token.issuedMs >= token.lifeMs;
    return token.generation > this.#droppedGeneration && (cameExpired || this.#ageMs(token) < token.lifeMs);
  }

  /**
   * `product` answered 401 to `token`. Tells whether to repeat the request with what `get` then gives: no when the token was
   * already `renewed` for this request. Then a scope is probably missing: the token stays, since other products use it, and
   * for a minute this product's 401s start no exchange.
   */
  unauthorized(product: Product, token: AccessToken, renewed: boolean): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < (this.#scopeMissingUntilMs.get(product) ?? 0)) return false;
    if (renewed) {
      this.#scopeMissingUntilMs.set(product, nowMs + SCOPE_MISSING_MS);
      return false;
    }
    if (this.#token === token) {
      this.#token = undefined;
      this.#droppedGeneration = token.generation;
    }
    return true;
  }

  /** Age and rest of the present token's life; `null` where there is none that may be used. */
  status(): ApiStatus["token"] {
    const token = this.#valid();
    if (token === undefined) return null;
    const ageMs = this.#ageMs(token);
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
    if (outcome.by === "value") return outcome.value;
    if (outcome.by === "signal") return failed({ kind: "cancelled", product: "token" });
    return failed({ kind: "timeout", product: "token", afterMs: this.#clock.monotonicMs() - sinceMs, sent: true });
  }

  #ageMs(token: AccessToken): number {
    return this.#clock.monotonicMs() - token.issuedMs;
  }

  #valid(): AccessToken | undefined {
    const token = this.#token;
    return token !== undefined && this.#ageMs(token) < token.lifeMs ? token : undefined;
  }

  #isDue(token: AccessToken): boolean {
    const marginMs = Math.min(token.lifeMs * MARGIN_SHARE, MAX_MARGIN_MS);
    return this.#ageMs(token) >= token.lifeMs - marginMs && this.#known() === undefined;
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

  #keep({ value, issuedMs, lifeMs }: Extract<Exchanged, { ok: true }>): Result<AccessToken> {
    this.#generation += 1;
    this.#remembered = undefined;
    this.#refusals = 0;
    this.#token = { generation: this.#generation, issuedMs, lifeMs, reveal: () => value };
    return success(this.#token);
  }

  #remember({ failure, refused, holdMs }: Extract<Exchanged, { ok: false }>): Result<AccessToken> {
    const refusedMs = Math.min(FIRST_REFUSAL_MS * 2 ** this.#refusals, LAST_REFUSAL_MS);
    this.#refusals = refused ? this.#refusals + 1 : 0;
    const waitMs = refused ? Math.max(refusedMs, holdMs ?? 0) : Math.max(holdMs ?? FAILURE_MS, LEAST_FAILURE_MS);
    // The callers of a second wait in a row are told of it: those that come in turns must not ask anew in each of them.
    const mayWait = !refused && holdMs !== undefined && this.#remembered?.mayWait !== true;
    this.#remembered = { failure, untilMs: this.#clock.monotonicMs() + waitMs, mayWait };
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
