import { failed, type Result, success } from "../../domain/failure.ts";
import { remainingMs } from "../../runtime/waiting.ts";
import { type AttemptContext, type AttemptOutcome, judge } from "../attempt/judge.ts";
import { requestIdOf } from "../attempt/problem.ts";
import { hasStatus, isSuccess, type Reply, redactReply } from "../attempt/reply.ts";
import { newCoolDownMs } from "../attempt/retry.ts";
import { type Transport, WITHHELD, type Wire } from "../attempt/transport.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { ApiOptions } from "../model/api.ts";
import type { AccessToken, TokenCache } from "../token/token.ts";
import type { Bill, Payment } from "./bill.ts";
import type { RequestCallers } from "./callers.ts";
import type { Gates, Slot } from "./gate.ts";
import type { requestLog } from "./request-log.ts";

export interface AttemptParts extends ApiOptions {
  readonly gates: Gates;
  readonly transport: Transport;
  readonly tokens: TokenCache;
  readonly bill: Bill;
  readonly logAttempt: ReturnType<typeof requestLog>;
}

interface PendingRequest {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly callers: RequestCallers;
  /** Counts from 1. */
  readonly attempt: number;
}

interface ReadyRequest extends PendingRequest {
  readonly token: AccessToken;
  readonly slot: Slot;
  readonly payment: Payment;
  /** When the attempt began to wait for its slot. */
  readonly askedMs: number;
}

interface MadeAttempt {
  readonly outcome: AttemptOutcome;
  readonly token: AccessToken;
  readonly beganCoolDown: boolean;
}

/** Makes one attempt, and bills it (docs/guarantees.md). Starts over while `tryOnce` gives nothing. */
export async function makeAttempt(parts: AttemptParts, request: PendingRequest): Promise<Result<MadeAttempt>> {
  for (;;) {
    const made = await tryOnce(parts, request);
    if (made !== undefined) return made;
  }
}

/**
 * One try, from the token to the settled payment. It ends as:
 *
 *     failure       nothing was sent: no token, slot or payer is available, or a cool-down outlasts the deadline
 *     undefined     nothing was sent: another process began a cool-down, or `commit` refused the first byte, because
 *                   the token, the slot or the payer was lost meanwhile
 *     success       the transport tried. `outcome` is an answer or a failure, even a failure to connect
 */
async function tryOnce(parts: AttemptParts, request: PendingRequest): Promise<Result<MadeAttempt> | undefined> {
  const { account, bill, clock, gates, tokens } = parts;
  const { callers, endpoint } = request;
  const { product } = endpoint;
  const limits = callers.unsentLimits;
  const gate = gates[product];
  // A call whose deadline falls within the cool-down needs no token.
  const failure = gate.reasonNotToWait(limits);
  if (failure !== undefined) return failed(failure);
  // Get the token before the slot: a slot held during an exchange would block other requests.
  const token = await tokens.get(limits);
  if (!token.ok) return token;
  const askedMs = clock.monotonicMs();
  // The oldest call queues for all; who pays is decided after.
  const slot = await gate.enter(limits, callers.calls()[0]?.usage.principal);
  if (!slot.ok) return slot;
  try {
    const othersCoolDownMs = (await account?.coolDownLeftMs(product)) ?? 0;
    if (othersCoolDownMs > 0) {
      gate.beginCoolDown(othersCoolDownMs);
      return undefined;
    }
    const payment = await bill.preparePayment(product, callers);
    if (!payment.ok) return payment;
    return await sendPaid(parts, { ...request, token: token.value, slot: slot.value, payment: payment.value, askedMs });
  } finally {
    slot.value.leave();
  }
}

/** The first byte spends the payment, unless `commit` withholds it; the status line settles the payment. */
async function sendPaid(parts: AttemptParts, request: ReadyRequest): Promise<Result<MadeAttempt> | undefined> {
  const { account, clock, config, gates, tokens, transport } = parts;
  const { endpoint, callers, token, slot, payment } = request;
  // Other calls may still join a shared attempt, so it gets its full time.
  const leftMs = callers.isShared ? Number.POSITIVE_INFINITY : remainingMs(clock, callers.unsentLimits);
  const timeoutMs = Math.min(config.timeoutMs, leftMs);
  let coolDownMs: number | undefined;
  const reply = await transport.send(wire(request), {
    timeoutMs,
    signal: callers.unsentLimits.signal,
    // After the first byte, a plan may exist, so the call must learn the outcome.
    outlivesSignal: callers.isShared || endpoint.creates,
    commit: () => {
      if (!tokens.isUsable(token) || slot.isRevoked || !payment.trySpend()) return false;
      callers.noteWritten();
      return true;
    },
    // The status line alone decides the bill and the cool-down, whatever happens to the body.
    onStatus: (head) => {
      payment.settle(isSuccess(head) ? "billed" : "refused");
      coolDownMs = newCoolDownMs(head, request.attempt, clock.nowMs());
      if (coolDownMs === undefined) return;
      gates[endpoint.product].beginCoolDown(coolDownMs);
      account?.beginCoolDown(endpoint.product, coolDownMs);
    },
  });
  // `onStatus` ran exactly if the reply has a status, so each payment is settled once.
  if (!hasStatus(reply)) payment.settle(reply.sentMs === undefined ? "unsent" : "lost");
  if (reply.kind === "lost" && reply.code === WITHHELD) return undefined;
  // A cancelled trial proves nothing about the service, so the next request goes alone, too.
  if (reply.kind !== "cancelled") slot.completeTrial();
  const outcome = report(parts, request, reply, { nowMs: clock.nowMs(), coolDownMs, timeoutMs });
  return success({ outcome, token, beganCoolDown: coolDownMs !== undefined });
}

/** Names the outcome of an attempt, and reports it to the log and to the calls: to the payer even if it left. */
function report(parts: AttemptParts, request: ReadyRequest, rawReply: Reply, context: AttemptContext): AttemptOutcome {
  const { clock, log, logAttempt } = parts;
  const { endpoint, callers, attempt, payment, askedMs } = request;
  const reply = redactReply(rawReply, log);
  const outcome = judge(endpoint, reply, context);
  const requestId = hasStatus(reply) ? requestIdOf(reply.headers) : undefined;
  for (const usage of [payment.payer, ...callers.calls().map((call) => call.usage)]) usage.sawRequestId(requestId);
  logAttempt(endpoint.product, { reply, outcome, requestId, attempt, tookMs: clock.monotonicMs() - askedMs });
  return outcome;
}

function wire({ endpoint, url, token }: ReadyRequest): Wire {
  const { method, body } = endpoint;
  const headers = {
    accept: "application/json, application/problem+json",
    authorization: `Bearer ${token.reveal()}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return { method, url, headers, body };
}
