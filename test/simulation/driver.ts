import { setMaxListeners } from "node:events";
import type { Api } from "../../src/api/api.ts";
import { createApi } from "../../src/api/client.ts";
import type { Result } from "../../src/api/failure.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { type Config, loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { seededRandom } from "../../src/sandbox/random.ts";
import { type Fault, type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import type { SimulatedCall, SimulationEvent } from "./events.ts";
import { NEWEST_TOKEN } from "./faults.ts";
import { untilQuiet } from "./quiet.ts";
import type { Action, Ask, Schedule } from "./schedule.ts";
import { type Instant, VirtualTime } from "./virtual-time.ts";
import { Wire } from "./wire.ts";

/** A run as the invariants see it besides its events. */
export interface Run {
  readonly schedule: Schedule;
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly calls: readonly SimulatedCall[];
  /** The client's timers and connections that are left. */
  left(): { readonly timers: number; readonly sockets: number };
}

/** An event before its instant is noted. */
type Happening = SimulationEvent extends infer E ? (E extends unknown ? Omit<E, "at"> : never) : never;

/** Everything of one run: the real client, the real sandbox, loopback between them, and time in the schedule's hand. */
export class Driver implements Run {
  readonly schedule: Schedule;
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly calls: SimulatedCall[] = [];
  readonly #time: VirtualTime;
  readonly #wire: Wire;
  readonly #api: Api;
  readonly #controllers = new Map<number, AbortController>();
  readonly #observe: (event: SimulationEvent) => void;
  #open = 0;
  #isClosed = false;

  /** Takes the run from its start to its end; `observers` make what is told of every event. */
  static async run(schedule: Schedule, observers: (run: Run) => (event: SimulationEvent) => void): Promise<void> {
    const time = new VirtualTime(schedule.startWallMs);
    const sandbox = await startSandbox({ clock: time.service, settings: schedule.settings });
    const log = { write: (_: string): void => undefined };
    const driver = new Driver(schedule, time, sandbox, log, observers);
    const onDefect = (error: unknown): void => driver.#emit({ type: "defect", error });
    process.on("unhandledRejection", onDefect);
    try {
      await driver.#play();
    } finally {
      await driver.#api.close();
      await sandbox.close();
      driver.#wire.close();
      process.off("unhandledRejection", onDefect);
    }
  }

  private constructor(
    schedule: Schedule,
    time: VirtualTime,
    sandbox: Sandbox,
    output: { write: (line: string) => void },
    observers: (run: Run) => (event: SimulationEvent) => void,
  ) {
    this.schedule = schedule;
    this.sandbox = sandbox;
    this.#time = time;
    this.config = loadConfig({ ...sandbox.environment, ...schedule.environment });
    const log = createLog({ level: "trace", clock: time.client, write: (line) => output.write(line) });
    output.write = (line) => this.#emit({ type: "logged", line });
    const random = seededRandom(schedule.seed, "client");
    this.#api = createApi({ config: this.config, clock: time.client, random, log });
    this.#observe = observers(this);
    this.#wire = new Wire(new URL(sandbox.urls.auth).port, {
      now: () => time.now(),
      tokenNumber: (token) => sandbox.tokens.indexOf(token) + 1,
      started: (request) => this.#emit({ type: "started", request }),
      answered: (request, answer) => this.#emit({ type: "answered", request, answer }),
      finished: (request, whole) => this.#emit({ type: "finished", request, whole }),
    });
    this.#flush = () => log.flush();
    log.info({}, "simulation begins");
  }

  readonly #flush: () => Promise<void>;

  left(): { readonly timers: number; readonly sockets: number } {
    return { timers: this.#time.pending, sockets: this.#wire.sockets };
  }

  async #play(): Promise<void> {
    await this.#flush();
    const steps = [...this.schedule.steps];
    for (;;) {
      await this.#settle();
      this.#emit({ type: "quiet" });
      const nextMs = steps[0]?.atMs ?? Number.POSITIVE_INFINITY;
      const dueMs = this.#time.nextDueMs();
      if (this.#isClosed || (steps.length === 0 && this.#open === 0)) break;
      // Calls that wait without a timer would wait for ever; the last event tells of them.
      if (nextMs === Number.POSITIVE_INFINITY && dueMs === nextMs) break;
      if (nextMs > dueMs) {
        await this.#time.moveTo(dueMs);
        continue;
      }
      await this.#time.moveTo(nextMs);
      const step = steps.shift();
      if (step !== undefined) await this.#act(step.action);
    }
    await this.#close();
    await this.#settle();
    this.#emit({ type: "closed" });
  }

  async #act(action: Action): Promise<void> {
    switch (action.act) {
      case "call":
        this.#call(action);
        return;
      case "cancel": {
        const call = this.calls.find(({ number }) => number === action.call);
        if (call === undefined || call.ended !== undefined) return;
        call.cancelledAt = this.#time.now();
        this.#emit({ type: "cancelled", call });
        this.#controllers.get(action.call)?.abort();
        return;
      }
      case "fault":
        this.sandbox.inject(withToken(action.fault, this.sandbox.tokens.at(-1) ?? "no token yet"));
        this.#trouble(action.act);
        return;
      case "revoke":
        this.sandbox.revokeTokens();
        this.#trouble(action.act);
        return;
      case "settings":
        Object.assign(this.sandbox.settings, action.change);
        this.#trouble(action.act);
        return;
      case "sleep":
        await this.#time.sleep(action.ms);
        this.#trouble(action.act);
        return;
      case "stall":
        await this.#time.moveTo(this.#time.now().trueMs + action.ms);
        this.#trouble(action.act);
        return;
      case "setWall":
        this.#time.setWall(action.ms);
        this.#trouble(action.act);
        return;
      case "close":
        await this.#close();
    }
  }

  #trouble(what: string): void {
    this.#emit({ type: "trouble", what });
  }

  #call({ call: number, ask, maxWaitMs }: Extract<Action, { act: "call" }>): void {
    const startedAt = this.#time.now();
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.#controllers.set(number, controller);
    const usage = new CallUsage(this.config.maxBillablePerCall);
    const call: SimulatedCall = { number, ask, startedAt, deadlineMs: startedAt.monotonicMs + maxWaitMs, usage };
    this.calls.push(call);
    this.#open += 1;
    this.#emit({ type: "called", call });
    const end = (outcome: NonNullable<SimulatedCall["ended"]>["outcome"]): void => {
      this.#open -= 1;
      const ended = { at: this.#time.now(), outcome, report: usage.report() };
      call.ended = ended;
      this.#emit({ type: "ended", call, end: ended });
    };
    const limits = { signal: controller.signal, deadlineMs: call.deadlineMs, usage };
    answer(this.#api, ask, limits).then(end, (defect: unknown) => end({ defect }));
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#trouble("close");
    await this.#api.close();
  }

  /** Until nothing more happens at this instant, timers without a wait included. */
  async #settle(): Promise<void> {
    await this.#untilQuiet();
    while (this.#time.nextDueMs() <= this.#time.now().trueMs) {
      await this.#time.moveTo(0);
      await this.#untilQuiet();
    }
  }

  #untilQuiet(): Promise<void> {
    return untilQuiet({
      activity: () => this.#wire.activity + this.#time.changes + this.#events,
      isEven: () =>
        this.#wire.open === this.sandbox.requests.filter(({ finishedAtMs }) => finishedAtMs === null).length,
      takeUnpacking: () => {
        const { unpacking } = this.#wire;
        this.#wire.unpacking = false;
        return unpacking;
      },
    });
  }

  #events = 0;

  #emit(happening: Happening): void {
    this.#events += 1;
    const at: Instant = this.#time.now();
    this.#observe({ ...happening, at });
  }
}

function answer(api: Api, ask: Ask, call: Parameters<Api["plan"]>[1]): Promise<Result<unknown>> {
  switch (ask.kind) {
    case "alerts":
      return api.alerts(ask, call);
    case "risk":
      return api.risk(ask, call);
    case "package":
      return api.package(ask.id, call);
    case "plan":
      return api.plan(
        {
          externalShipmentId: ask.reference,
          origin: { zipCode: "38118", state: "TN", line1: "17 Simulation Lane", name: "Saguaro Simulant" },
          destination: { zipCode: ask.zip },
          parcel: { length: 12, width: 10, height: 8, weight: 5 },
        },
        call,
      );
  }
}

function withToken(fault: Fault, token: string): Fault {
  return fault.detail === undefined ? fault : { ...fault, detail: fault.detail.replace(NEWEST_TOKEN, token) };
}
