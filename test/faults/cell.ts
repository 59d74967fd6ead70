import { createApi } from "../../src/api/client.ts";
import type { Failure, Result } from "../../src/api/failure.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { loadConfig } from "../../src/config.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { Fault } from "../support/sandbox.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { CHANCE } from "./expected.ts";
import { canEnd, type FaultRow, type Lasting } from "./fault.ts";
import { type Front, startFront, startTrap } from "./fronts.ts";
import { ALERT_COUNT, type Operation } from "./operations.ts";
import { ATTEMPT_MS, afterPolling, passTime } from "./passing-time.ts";
import { MAX_WAIT_MS, type OutcomeKind } from "./rules.ts";

/** What came of a call. */
export interface Observed {
  readonly outcome: OutcomeKind;
  readonly result: Result<unknown>;
  /** As the client tells it; `received` as the service does. */
  readonly requests: number;
  readonly received: number;
  readonly exchanges: number;
  readonly billed: number;
  readonly maybeBilled: number;
  /** What the service billed. */
  readonly ledger: number;
  /** On the client's clock, since the first call that met the fault began. */
  readonly passedMs: number;
  /** The shortest time from one request of the product to the next, as the service received them. */
  readonly shortestGapMs: number;
  /** The waits that the client asked its clock for, in their order, deadlines not counted. */
  readonly askedWaitsMs: readonly number[];
  /** Connections opened, where they can be counted. */
  readonly attempts: number | undefined;
  readonly requestIds: readonly string[];
  /** Request ids of the answers that the service gave. */
  readonly answeredIds: readonly string[];
}

/** What came of a cell's calls. */
export interface Met {
  readonly during: Observed;
  /** Of the next call, where the fault can be over by then. */
  readonly afterwards: Observed | undefined;
  /** What must not happen, and did. */
  readonly leaks: readonly string[];
}

const DAY_MS = 86_400_000;
const FREE_MS = 50;
/** No backoff is as long, and no deadline as short. */
const DEADLINES_MS = 10_000;

/** Longer than any machine takes from one call to the next: a connection that is let go before cannot be stale. */
const KEEP_ALIVE_MS = 60_000;

/** Runs one cell: a sandbox, a client and perhaps something between them, all of its own. */
export async function runCell(operation: Operation, fault: FaultRow, lasting: Lasting): Promise<Met> {
  const sandbox = await startSandbox({ settings: { alertCount: ALERT_COUNT, keepAliveMs: KEEP_ALIVE_MS } });
  const trap = await startTrap();
  const { made } = fault;
  const port = Number(new URL(sandbox.urls.auth).port);
  const front = made.by === "front" ? await startFront(made.front, port) : undefined;
  try {
    return await meet(operation, fault, lasting, { sandbox, front, trap });
  } finally {
    await front?.close();
    trap.close();
    await sandbox.close();
  }
}

interface Surroundings {
  readonly sandbox: Sandbox;
  readonly front: Front | undefined;
  readonly trap: Awaited<ReturnType<typeof startTrap>>;
}

async function meet(operation: Operation, fault: FaultRow, lasting: Lasting, around: Surroundings): Promise<Met> {
  const { sandbox, front, trap } = around;
  const { seen } = fault;
  const client = startClient(environment(operation, around), lasting === "once" ? front?.lift : undefined);
  const { clock } = client;
  let beganMs = clock.monotonicMs();
  const ask = (): Promise<Observed> => observe(operation, client, around, beganMs);
  // A token endpoint has no token to expire: it can only refuse.
  if (seen.is === "stale" || (seen.is === "expired" && operation.name !== "token")) {
    await ask();
    // An answer is told before its connection counts as free again.
    await afterPolling(FREE_MS);
    // The next call needs an exchange of its own: on a connection used before, if there were one.
    if (seen.is === "stale" && operation.name === "token") clock.advance(2 * DAY_MS);
    if (seen.is === "expired") sandbox.revokeTokens();
  }
  for (const each of injected(operation, fault, lasting, trap.url)) sandbox.inject(each);
  const hasToken = () => sandbox.requestsOf("token").some(({ finishedAtMs }) => finishedAtMs !== null);
  const isStuck = () => front?.isStuck?.() === true && (operation.name === "token" || hasToken());
  const stop = fault.timed ? passTime(clock, isStuck, () => sandbox.requestsOf(operation.product)) : () => undefined;
  beganMs = clock.monotonicMs();
  const during = await ask();
  stop();
  sandbox.clearFaults();
  await front?.lift?.();
  const afterwards = lasting === "for good" && canEnd(fault) ? await ask() : undefined;
  await client.api.close();
  const told = JSON.stringify([during.result, afterwards?.result]) + client.lines.join("");
  const secrets = [sandbox.environment["COLDROUTE_CLIENT_SECRET"] ?? "", ...sandbox.tokens];
  const leaks = [
    ...sandbox.misplacedCredentials,
    ...(trap.visits() > 0 ? ["followed a redirect"] : []),
    ...(secrets.some((secret) => told.includes(secret)) ? ["told a secret"] : []),
    ...(clock.pending > 0 ? [`left ${clock.pending} timers`] : []),
  ];
  return { during, afterwards, leaks };
}

/** Makes one call, and looks at both its ends. */
async function observe(
  operation: Operation,
  client: Client,
  { sandbox, front }: Surroundings,
  beganMs: number,
): Promise<Observed> {
  const before = {
    requests: sandbox.requestsOf(operation.product).length,
    exchanges: sandbox.requestsOf("token").length,
    ledger: sandbox.ledger.billed(),
  };
  client.askedWaitsMs.length = 0;
  const usage = new CallUsage(60);
  const deadlineMs = client.clock.monotonicMs() + MAX_WAIT_MS;
  const result = await operation.ask(client.api, { signal: new AbortController().signal, deadlineMs, usage });
  const { requests, billableRequests, maybeBilled, requestIds } = usage.report();
  const received = sandbox.requestsOf(operation.product).slice(before.requests);
  const arrivals = sandbox.requestsOf(operation.product).map(({ receivedAtMs }) => receivedAtMs);
  const recent = arrivals.slice(Math.max(0, before.requests - 1));
  return {
    outcome: result.ok ? "answer" : result.failure.kind,
    result,
    requests: operation.name === "token" ? received.length : requests,
    received: received.length,
    exchanges: sandbox.requestsOf("token").length - before.exchanges,
    billed: billableRequests,
    maybeBilled,
    ledger: sandbox.ledger.billed() - before.ledger,
    passedMs: client.clock.monotonicMs() - beganMs,
    shortestGapMs: Math.min(...recent.slice(1).map((at, index) => at - (recent[index] ?? 0))),
    askedWaitsMs: [...client.askedWaitsMs],
    attempts: front?.connections?.(),
    requestIds,
    answeredIds: received.filter(({ fault }) => !UNANSWERED.has(fault ?? "")).map(({ requestId }) => requestId),
  };
}

/** Faults after which the service gives no status line, or none with its id. */
const UNANSWERED: ReadonlySet<string> = new Set(["hang", "reset"]);

type Client = ReturnType<typeof startClient>;

function startClient(environment: Readonly<Record<string, string>>, onFirstFailure: (() => unknown) | undefined) {
  const clock = new ShiftedClock();
  const lines: string[] = [];
  const askedWaitsMs: number[] = [];
  const listening: Clock = {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (waitMs, task) => {
      if (waitMs < DEADLINES_MS) askedWaitsMs.push(waitMs);
      return clock.after(waitMs, task);
    },
  };
  const log = createLog({
    level: "trace",
    clock,
    write: (line) => {
      lines.push(line);
      if (line.includes("failed")) onFirstFailure?.();
    },
  });
  const config = loadConfig(environment);
  return { api: createApi({ config, clock: listening, random: () => CHANCE, log }), clock, lines, askedWaitsMs };
}

/** Nothing is answered from memory, and the column's way leads through the front. */
function environment(operation: Operation, { sandbox, front }: Surroundings) {
  const direct = { ...sandbox.environment, COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_RISK_TTL_S: "0" };
  const url = sandbox.environment[operation.variable];
  return {
    ...direct,
    COLDROUTE_TIMEOUT_MS: String(ATTEMPT_MS),
    ...(front === undefined || url === undefined ? {} : { [operation.variable]: front.origin + new URL(url).pathname }),
  };
}

/** The sandbox's part of the fault. */
function injected(operation: Operation, fault: FaultRow, lasting: Lasting, elsewhere: string): readonly Fault[] {
  const { made } = fault;
  const { product } = operation;
  if (made.by === "revocation" && product === "token") return [{ product, kind: "status", status: 401 }];
  if (made.by !== "sandbox") return [];
  const times = lasting === "once" ? 1 : "always";
  return [{ ...made.fault, product, times, ...(made.fault.kind === "redirect" ? { location: elsewhere } : {}) }];
}

/** What of a failure the matrix looks at beside its kind. */
export function evidence(result: Result<unknown>): Partial<Record<"product" | "sent" | "waitMs", unknown>> {
  if (result.ok) return {};
  const failure: Failure = result.failure;
  return {
    ...("product" in failure ? { product: failure.product } : {}),
    ...("sent" in failure ? { sent: failure.sent } : {}),
    ...("waitMs" in failure ? { waitMs: failure.waitMs } : {}),
  };
}
