import { createApi } from "../../src/api/api.ts";
import { CallUsage } from "../../src/api/model/usage.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { RequestRecord } from "../../src/sandbox/sandbox.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import { CHANCE, type Counts, type Expected, expected, expectedAfterwards, MAX_WAIT_MS } from "./expected.ts";
import type { FaultRow, Lasting } from "./faults.ts";
import { type Front, startFront } from "./fronts.ts";
import { ALERT_COUNT, isAnswer, type Operation } from "./operations.ts";
import { keepsPauses, NotingClock } from "./pauses.ts";

/** A call with its expected and its actual end. */
export interface Judged {
  readonly cell: string;
  readonly wanted: Counts;
  readonly seen: Counts;
  readonly problems: readonly string[];
}

const DAY_MS = 86_400_000;
/** COLDROUTE_TIMEOUT_MS, longer than the default: even on a slow machine only timed faults run out of it. */
const ATTEMPT_MS = 30_000;
const ROUND_MS = 60;

/** Runs one cell with a sandbox, a client and perhaps a front of its own. */
export async function runCell(operation: Operation, fault: FaultRow, lasting: Lasting): Promise<readonly Judged[]> {
  const sandbox = await startSandbox({ settings: { alertCount: ALERT_COUNT } });
  const port = Number(new URL(sandbox.urls.auth).port);
  const front = fault.front === undefined ? undefined : await startFront(fault.front, port);
  try {
    return await new Cell({ operation, fault, lasting, sandbox, front }).run();
  } finally {
    front?.close();
    await sandbox.close();
  }
}

interface Parts {
  readonly operation: Operation;
  readonly fault: FaultRow;
  readonly lasting: Lasting;
  readonly sandbox: Sandbox;
  readonly front: Front | undefined;
}

/** The members that only some failures have. */
interface Told {
  readonly product?: string;
  readonly sent?: boolean;
  readonly waitMs?: number;
}

class Cell {
  readonly #parts: Parts;
  readonly #clock = new NotingClock();
  readonly #lines: string[] = [];
  /** When the first call that meets the fault began. */
  #beganMs = 0;
  readonly #api: ReturnType<typeof createApi>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { front, lasting } = parts;
    const log = createLog({
      level: "trace",
      clock: this.#clock,
      write: (line) => {
        this.#lines.push(line);
        if (lasting === "once" && line.includes("failed")) void front?.lift?.();
      },
    });
    this.#api = createApi({ config: loadConfig(this.#environment()), clock: this.#clock, random: () => CHANCE, log });
  }

  async run(): Promise<readonly Judged[]> {
    const { operation, fault, lasting, sandbox, front } = this.#parts;
    await this.#prepare();
    const stop = fault.isTimed === true ? this.#passTime() : () => undefined;
    this.#beganMs = this.#clock.monotonicMs();
    const judged = [await this.#ask(expected(operation, fault, lasting), lasting)];
    stop();
    sandbox.clearFaults();
    await front?.lift?.();
    const canEnd = fault.fault !== undefined || front?.lift !== undefined;
    if (lasting === "for good" && canEnd)
      judged.push(await this.#ask(expectedAfterwards(operation, fault), "afterwards"));
    await this.#api.close();
    return judged.map((each) => ({ ...each, problems: [...each.problems, ...this.#leaks()] }));
  }

  /** Memory answers nothing, and requests of the column's product go through the front. */
  #environment(): Readonly<Record<string, string>> {
    const { operation, sandbox, front } = this.#parts;
    const { environment } = sandbox;
    const path = new URL(environment[operation.variable] ?? "").pathname;
    return {
      ...environment,
      COLDROUTE_ALERTS_TTL_S: "0",
      COLDROUTE_RISK_TTL_S: "0",
      COLDROUTE_TIMEOUT_MS: String(ATTEMPT_MS),
      ...(front === undefined ? {} : { [operation.variable]: front.origin + path }),
    };
  }

  async #prepare(): Promise<void> {
    const { operation, fault, lasting, sandbox } = this.#parts;
    const { product } = operation;
    const isExpired = fault.seen.is === "expired";
    const times = lasting === "once" ? 1 : "always";
    // A token endpoint has no token to expire: it can only refuse.
    if (isExpired && product === "token") sandbox.inject({ product, kind: "status", status: 401 });
    else if (isExpired || fault.seen.is === "stale") {
      await this.#call();
      // The client reports an answer before it counts the connection as free again.
      await passing(ROUND_MS);
      // The next call needs a new exchange, on a used connection where there is one.
      if (product === "token") this.#clock.advance(2 * DAY_MS);
      if (isExpired) sandbox.revokeTokens();
    }
    // Another name makes the same server another origin.
    const location = `${sandbox.urls.risk.replace("127.0.0.1", "localhost")}/elsewhere`;
    if (fault.fault !== undefined) sandbox.inject({ location, ...fault.fault, product, times });
  }

  /** Lets an attempt's time pass once a fault has held it up for a round. By then everything sent has arrived. */
  #passTime(): () => void {
    const { operation, sandbox, front } = this.#parts;
    const held = new Map<RequestRecord, number>();
    let isOver = false;
    const run = async (): Promise<void> => {
      for (let stuckRounds = 0; !isOver; ) {
        await passing(ROUND_MS);
        stuckRounds = front?.isStuck?.() === true ? stuckRounds + 1 : 0;
        const open = sandbox
          .requestsOf(operation.product)
          .filter((each) => each.fault !== null && each.finishedAtMs === null);
        for (const each of open) held.set(each, (held.get(each) ?? 0) + 1);
        if (!isOver && (stuckRounds > 1 || open.some((each) => held.get(each) === 2))) this.#clock.advance(ATTEMPT_MS);
      }
    };
    void run();
    return () => {
      isOver = true;
    };
  }

  async #call() {
    const usage = new CallUsage(60);
    const deadlineMs = this.#clock.monotonicMs() + MAX_WAIT_MS;
    const call = { signal: new AbortController().signal, deadlineMs, usage };
    return { result: await this.#parts.operation.ask(this.#api, call), usage: usage.report() };
  }

  /** Makes a call, and checks the client's and the service's view of it. */
  async #ask(wanted: Expected, moment: string): Promise<Judged> {
    const { operation, fault, sandbox, front } = this.#parts;
    const { product, name } = operation;
    const ledger = sandbox.ledger.billed();
    const [asked, exchanged] = [sandbox.requestsOf(product).length, sandbox.requestsOf("token").length];
    this.#clock.askedMs.length = 0;
    const { result, usage } = await this.#call();
    this.#lines.push(JSON.stringify(result));
    const received = sandbox.requestsOf(product).slice(asked);
    const seen: Counts = {
      outcome: result.ok ? "answer" : result.failure.kind,
      requests: name === "token" ? received.length : usage.requests,
      exchanges: sandbox.requestsOf("token").length - exchanged,
      billed: usage.billableRequests,
      maybeBilled: usage.maybeBilled,
    };
    const problems: string[] = [];
    const check = (isRight: boolean, problem: string): void => {
      if (!isRight) problems.push(problem);
    };
    // The service's own records: its received and billed requests lie within the client's report.
    check(
      received.length === (fault.seen.is === "stale" ? 1 : seen.requests),
      `the service received ${received.length}`,
    );
    const billed = sandbox.ledger.billed() - ledger;
    check(billed >= seen.billed && billed <= seen.billed + seen.maybeBilled, `the service billed ${billed}`);
    check(
      keepsPauses(wanted, sandbox.requestsOf(product).slice(Math.max(0, asked - 1)), this.#clock.askedMs),
      "it came too early",
    );
    const opened = front?.opened?.();
    check(opened === undefined || opened === wanted.connections, `${opened} connections`);
    if (result.ok) check(isAnswer(operation, result.value), "another answer");
    else {
      const failure = Object.assign<Told, object>({}, result.failure);
      check(failure.product === product, `a failure of ${failure.product}`);
      check(failure.sent === undefined || failure.sent === (fault.seen.is !== "unstarted"), `sent: ${failure.sent}`);
      // A reported wait is at least as long as its rest.
      const restMs = (wanted.tellsWaitMs ?? 0) - (this.#clock.monotonicMs() - this.#beganMs);
      check(
        wanted.tellsWaitMs === undefined || (failure.waitMs ?? 0) >= restMs,
        `come back after ${failure.waitMs} ms`,
      );
    }
    // G-tracing: every X-Request-Id is in the result.
    const isTraced = name !== "token" && !(fault.seen.is === "refused" && !fault.seen.requestId);
    const answered = received.filter((each) => each.fault !== "hang" && each.fault !== "reset");
    check(
      !isTraced || answered.every(({ requestId }) => usage.requestIds.includes(requestId)),
      "a request id is missing",
    );
    const { outcome, requests, exchanges, maybeBilled } = wanted;
    const counts = { outcome, requests, exchanges, billed: wanted.billed, maybeBilled };
    return { cell: `${fault.name}, ${moment}, ${name}`, wanted: counts, seen, problems };
  }

  /** The violations that no cell may have. */
  #leaks(): readonly string[] {
    const { sandbox } = this.#parts;
    const told = this.#lines.join("");
    const secrets = [sandbox.environment["COLDROUTE_CLIENT_SECRET"] ?? "", ...sandbox.tokens];
    return [
      ...sandbox.misplacedCredentials,
      ...(sandbox.requests.some(({ product }) => product === null) ? ["followed a redirect"] : []),
      ...(secrets.some((secret) => told.includes(secret)) ? ["told a secret"] : []),
      ...(this.#clock.pending > 0 ? [`left ${this.#clock.pending} timers`] : []),
    ];
  }
}

/** Resolves after `waitMs`, once the sockets' pending events have run. */
async function passing(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await new Promise((resolve) => setImmediate(resolve));
}
