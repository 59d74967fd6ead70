import { type Clock, sleep } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Billing, Reservation } from "./billing.ts";
import { Cooldown } from "./cooldown.ts";
import type { ContractDrift } from "./drift.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Failure, failed, type Product, type Result, success } from "./failure.ts";
import type { Caller } from "./flights.ts";
import { judge, type Outcome, type Received } from "./outcome.ts";
import { firstHeader, problemDrift, requestIdOf } from "./problem.ts";
import { backoffMs, holdBackoffMs, MAX_ATTEMPTS } from "./retry.ts";
import type { AccessToken, TokenCache } from "./token.ts";
import { HELD_BACK, type Reply, type Transport } from "./transport.ts";
import { remainingMs } from "./wait.ts";

/** What requests need; `attemptMs` is the time of one attempt (COLDROUTE_TIMEOUT_MS). */
export interface RequestParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly billing: Billing;
  readonly drift: ContractDrift;
  readonly attemptMs: number;
}

/** One attempt as it went: which token it carried and what came back. */
interface Attempted {
  readonly token: AccessToken;
  readonly reply: Reply;
}

/**
 * Authenticated requests with everything the client guarantees about them: cool-down and order, token and its one
 * renewal, the bill, retries, the log (DESIGN 4). What an answer means is for the caller to read.
 */
export class Requests {
  readonly #parts: RequestParts;
  readonly #cooldowns: Readonly<Record<Product, Cooldown>>;
  readonly #announced = new Set<string>();
  #ticket = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
    const cooldown = (): Cooldown => new Cooldown(parts.clock, parts.random);
    this.#cooldowns = {
      alerts: cooldown(),
      risk: cooldown(),
      planning: cooldown(),
      tracking: cooldown(),
    };
  }

  /**
   * Sends until there is an answer, a failure that must not be repeated, or no time left. With `once` a refusal is
   * returned as it is: only the token may be renewed.
   */
  async send(endpoint: Endpoint, caller: Caller, mode: "retrying" | "once" = "retrying"): Promise<Result<Received>> {
    this.#ticket += 1;
    const ticket = this.#ticket;
    const { tokens } = this.#parts;
    let attempts = 0;
    let renewed = false;
    let repeated = false;
    let last: Failure | undefined;
    for (;;) {
      const attempted = await this.#attempt(endpoint, caller, ticket, attempts + 1);
      if (!attempted.ok) return failed(last === undefined ? attempted.failure : moreTelling(last, attempted.failure));
      attempts += 1;
      const { outcome, token } = attempted.value;
      if (outcome.ok) return success(outcome.received);
      const { failure } = outcome;
      if (failure.kind === "unauthorized" && attempts < MAX_ATTEMPTS) {
        if (!tokens.unauthorized(endpoint.product, token, renewed)) return failed(failure);
        renewed = true;
        continue;
      }
      const mayRepeat = outcome.repeat === "allowed" || (outcome.repeat === "once" && !repeated);
      if (mode === "once" || !mayRepeat || attempts >= MAX_ATTEMPTS) return failed(failure);
      if (outcome.repeat === "once") repeated = true;
      if (!(await this.#pause(failure, outcome, attempts, caller))) return failed(failure);
      last = failure;
    }
  }

  /** Milliseconds of cool-down left for `product`. */
  cooldownMs(product: Product): number {
    return this.#cooldowns[product].restMs();
  }

  close(): void {
    for (const cooldown of Object.values(this.#cooldowns)) cooldown.close();
  }

  /** Waits before the next attempt; `false` when the time does not suffice. A cool-down is waited out at the gate instead. */
  async #pause(failure: Failure, outcome: Outcome & { ok: false }, attempts: number, caller: Caller): Promise<boolean> {
    const { clock, random } = this.#parts;
    if (outcome.holdMs !== undefined) return true;
    const askedMs = "waitMs" in failure ? (failure.waitMs ?? 0) : 0;
    const waitMs = askedMs + backoffMs(attempts, random);
    return waitMs < remainingMs(clock, caller) && (await sleep(clock, waitMs, caller.signal));
  }

  /** Gets past the gate, gets a token, sends once and judges. Starts over, uncounted, when a cool-down began meanwhile. */
  async #attempt(
    endpoint: Endpoint,
    caller: Caller,
    ticket: number,
    number: number,
  ): Promise<Result<{ readonly outcome: Outcome; readonly token: AccessToken }>> {
    const { tokens, clock } = this.#parts;
    const { product } = endpoint;
    const gate = this.#cooldowns[product];
    for (;;) {
      const startedMs = clock.monotonicMs();
      const entry = await gate.enter(ticket, caller);
      if (entry.by === "cooldown") return failed({ kind: "rate_limited", product, waitMs: entry.waitMs });
      if (entry.by === "signal") return failed({ kind: "cancelled", product });
      if (entry.by === "deadline") {
        return failed({
          kind: "timeout",
          product,
          afterMs: clock.monotonicMs() - startedMs,
          sent: false,
        });
      }
      const token = await tokens.get(caller);
      if (!token.ok) {
        entry.slot.leave("cancelled");
        return token;
      }
      const sent = await this.#sendOnce(endpoint, caller, token.value);
      if (!sent.ok) {
        entry.slot.leave("cancelled");
        return sent;
      }
      const { reply } = sent.value;
      if (reply.kind === "unsent" && reply.code === HELD_BACK) {
        entry.slot.leave("cancelled");
        continue;
      }
      const outcome = this.#conclude(endpoint, sent.value, number, startedMs, caller);
      entry.slot.leave(reply.kind === "cancelled" ? "cancelled" : "answered");
      return success({ outcome, token: token.value });
    }
  }

  async #sendOnce(endpoint: Endpoint, caller: Caller, token: AccessToken): Promise<Result<Attempted>> {
    const { billing, transport, clock, attemptMs } = this.#parts;
    const reserved = billing.reserve(endpoint.product, caller.usage);
    if (!reserved.ok) return reserved;
    const reservation: Reservation = reserved.value;
    const gate = this.#cooldowns[endpoint.product];
    const reply = await transport.send(
      {
        method: endpoint.method,
        url: endpoint.url,
        headers: {
          accept: "application/json, application/problem+json",
          authorization: `Bearer ${token.reveal()}`,
          ...(endpoint.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
      },
      {
        timeoutMs: Math.min(attemptMs, remainingMs(clock, caller)),
        signal: caller.signal,
        mayStart: () => gate.restMs() === 0,
        onStart: () => reservation.sent(),
        onStatus: (status) => reservation.settle(status >= 200 && status < 300 ? "billed" : "refused"),
      },
    );
    reservation.release();
    return success({ token, reply: concealed(reply, this.#parts.log) });
  }

  /** Reads the reply, and draws every consequence that concerns more than this request. */
  #conclude(endpoint: Endpoint, sent: Attempted, number: number, startedMs: number, caller: Caller): Outcome {
    const { clock, random, tokens, attemptMs } = this.#parts;
    const { reply, token } = sent;
    const outcome = judge(endpoint, reply, {
      nowMs: clock.nowMs(),
      holdFallbackMs: holdBackoffMs(number, random),
      timeoutMs: attemptMs,
    });
    if (!outcome.ok && outcome.holdMs !== undefined) this.#cooldowns[endpoint.product].hold(outcome.holdMs);
    const status = reply.kind === "answer" || reply.kind === "broken" ? reply.status : undefined;
    if (status !== undefined && status !== 401) tokens.accepted(endpoint.product, token);
    this.#note(endpoint, reply, outcome, number, clock.monotonicMs() - startedMs, caller);
    return outcome;
  }

  #note(endpoint: Endpoint, reply: Reply, outcome: Outcome, attempt: number, tookMs: number, caller: Caller): void {
    const { log, drift } = this.#parts;
    const { product, operation } = endpoint;
    const answered = reply.kind === "answer" || reply.kind === "broken";
    const requestId = answered ? requestIdOf(reply.headers) : undefined;
    if (requestId !== undefined) caller.sawRequestId(requestId);
    const fields = {
      product,
      operation,
      attempt,
      tookMs: Math.round(tookMs),
      ...(answered ? { status: reply.status, requestId } : { lost: reply.kind }),
      ...(outcome.ok ? {} : { failure: outcome.failure.kind }),
      ...("code" in reply ? { code: reply.code } : {}),
    };
    if (outcome.ok) log.info(fields, "request answered");
    else log.warn(fields, "request failed");
    if (!answered) return;
    if (requestId === undefined) drift.count([`${product}: X-Request-Id missing`]);
    if (reply.kind === "answer" && reply.status >= 400 && !outcome.ok && "problem" in outcome.failure) {
      drift.count(problemDrift(outcome.failure.problem, reply.status, requestId).map((name) => `${product} ${name}`));
    }
    for (const header of ["deprecation", "sunset"]) {
      const value = firstHeader(reply.headers, header);
      if (value === undefined || this.#announced.has(`${operation} ${header}`)) continue;
      this.#announced.add(`${operation} ${header}`);
      log.warn({ product, operation, [header]: value.slice(0, 100) }, "the service announces the end of this version");
    }
  }
}

/** A repetition that could not start, for want of time or of budget, says less than what the service last said. */
function moreTelling(last: Failure, now: Failure): Failure {
  return now.kind === "rate_limited" || now.kind === "timeout" || now.kind === "billing_limit" ? last : now;
}

/** The reply with every known secret replaced: an echo of the token must get no further than this. */
function concealed(reply: Reply, log: Log): Reply {
  if (reply.kind !== "answer" && reply.kind !== "broken") return reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? log.clean(value) : value?.map((item) => log.clean(item)),
    ]),
  );
  return reply.kind === "answer" ? { ...reply, headers, text: log.clean(reply.text) } : { ...reply, headers };
}
