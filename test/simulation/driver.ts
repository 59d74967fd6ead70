import { setMaxListeners } from "node:events";
import { CallUsage } from "../../src/api/model/usage.ts";
import type { Config } from "../../src/config/config.ts";
import type { Fault, Sandbox } from "../support/sandbox.ts";
import type { SimulatedCall, SimulationEvent } from "./events.ts";
import { NEWEST_TOKEN } from "./faults.ts";
import type { Schedule } from "./schedule.ts";
import type { Action } from "./steps.ts";
import { isCounted } from "./virtual-time.ts";
import { World } from "./world.ts";

/** A run, as far as invariants may see it beside its events. */
export interface Run {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly calls: readonly SimulatedCall[];
  /** The timers and connections that the client still holds. */
  left(): { readonly timers: number; readonly sockets: number };
}

/** An event without its instant. */
type Happening = SimulationEvent extends infer E ? (E extends unknown ? Omit<E, "at"> : never) : never;

/** Runs one schedule from start to end. */
export class Driver implements Run {
  readonly #schedule: Schedule;
  readonly calls: SimulatedCall[] = [];
  readonly #world: World;
  readonly #controllers = new Map<number, AbortController>();
  readonly #observe: (event: SimulationEvent) => void;
  #open = 0;
  #isClosed = false;
  #isBroken = false;
  #events = 0;

  /** `observers` makes the function that gets every event. */
  static async run(schedule: Schedule, observers: (run: Run) => (event: SimulationEvent) => void): Promise<void> {
    let driver: Driver | undefined;
    const early: Happening[] = [];
    const emit = (happening: Happening): void => {
      if (driver === undefined) early.push(happening);
      else driver.#emit(happening);
    };
    const world = await World.start(schedule, {
      started: (request) => emit({ type: "started", request }),
      answered: (request, answer) => emit({ type: "answered", request, answer }),
      finished: (request, body) => emit({ type: "finished", request, ...body }),
      logged: (line) => emit({ type: "logged", line }),
    });
    driver = new Driver(schedule, world, observers);
    for (const happening of early) driver.#emit(happening);
    const onDefect = (error: unknown): void => emit({ type: "defect", error });
    process.on("unhandledRejection", onDefect);
    try {
      await driver.#play();
    } catch (error) {
      // Ending a broken run disturbs open calls. The client is not to blame for that.
      driver.#isBroken = true;
      throw error;
    } finally {
      await world.close();
      process.off("unhandledRejection", onDefect);
    }
  }

  private constructor(schedule: Schedule, world: World, observers: (run: Run) => (event: SimulationEvent) => void) {
    this.#schedule = schedule;
    this.#world = world;
    this.#observe = observers(this);
  }

  get config(): Config {
    return this.#world.config;
  }

  get sandbox(): Sandbox {
    return this.#world.sandbox;
  }

  left(): { readonly timers: number; readonly sockets: number } {
    return this.#world.left();
  }

  async #play(): Promise<void> {
    const { time } = this.#world;
    const steps = [...this.#schedule.steps];
    for (;;) {
      await this.#settle();
      this.#emit({ type: "quiet" });
      const nextMs = steps[0]?.atMs ?? Number.POSITIVE_INFINITY;
      const dueMs = time.nextDueMs();
      if (this.#isClosed || (steps.length === 0 && this.#open === 0)) break;
      // Calls that wait without a timer would wait for ever. The last event finds them.
      if (nextMs === Number.POSITIVE_INFINITY && dueMs === nextMs) break;
      // Timers due at the instant of a step run before it, so that no clock jumps amid one instant.
      if (nextMs >= dueMs) {
        await time.moveTo(dueMs);
        continue;
      }
      await time.moveTo(nextMs);
      const step = steps.shift();
      if (step !== undefined) await this.#act(step.action);
    }
    await this.#close();
    await this.#settle();
    this.#emit({ type: "closed" });
  }

  async #act(action: Action): Promise<void> {
    const { sandbox, time } = this.#world;
    switch (action.act) {
      case "call":
        this.#call(action);
        return;
      case "cancel":
        this.#cancel(action.call);
        return;
      case "fault":
        sandbox.inject(withToken(action.fault, sandbox.tokens.at(-1) ?? "no token yet"));
        this.#trouble(action.act);
        return;
      case "revoke":
        sandbox.revokeTokens();
        this.#trouble(action.act);
        return;
      case "settings":
        Object.assign(sandbox.settings, action.change);
        this.#trouble(action.act);
        return;
      case "sleep":
        this.#jump(isCounted(action.ms) ? action.ms : 0);
        await time.sleep(action.ms);
        this.#trouble(action.act);
        return;
      case "stall":
        this.#jump(action.ms);
        await time.moveTo(time.now().trueMs + action.ms);
        return;
      case "setWall":
        this.#jump(isCounted(action.ms) ? action.ms : 0);
        time.setWall(action.ms);
        this.#trouble(action.act);
        return;
      case "close":
        await this.#close();
    }
  }

  /** Reports that the client's time jumps. */
  #jump(ms: number): void {
    this.#emit({ type: "stalled", untilMs: this.#world.time.now().monotonicMs + ms });
  }

  #trouble(what: string): void {
    this.#emit({ type: "trouble", what });
  }

  #call({ call: number, ask, maxWaitMs }: Extract<Action, { act: "call" }>): void {
    const { time } = this.#world;
    const startedAt = time.now();
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.#controllers.set(number, controller);
    // Three principals call in turn.
    const usage = new CallUsage(this.config.maxBillablePerCall, undefined, `principal ${number % 3}`);
    const deadlineMs = startedAt.monotonicMs + maxWaitMs;
    const call: SimulatedCall = { number, ask, startedAt, deadlineMs, usage };
    this.calls.push(call);
    this.#open += 1;
    this.#emit({ type: "called", call });
    const end = (outcome: NonNullable<SimulatedCall["ended"]>["outcome"]): void => {
      this.#open -= 1;
      const ended = { at: time.now(), outcome, report: usage.report() };
      call.ended = ended;
      this.#emit({ type: "ended", call, end: ended });
    };
    const limits = { signal: controller.signal, deadlineMs: call.deadlineMs, usage };
    this.#world.ask(ask, limits).then(end, (defect: unknown) => end({ defect }));
  }

  #cancel(number: number): void {
    const call = this.calls.find((each) => each.number === number);
    if (call === undefined || call.ended !== undefined) return;
    call.cancelledAt = this.#world.time.now();
    this.#emit({ type: "cancelled", call });
    this.#controllers.get(number)?.abort();
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#trouble("close");
    // As in the process, calls end before the client.
    for (const { number } of this.calls) this.#cancel(number);
    await this.#world.api.close();
  }

  #settle(): Promise<void> {
    return this.#world.settle(() => this.#events);
  }

  #emit(happening: Happening): void {
    this.#events += 1;
    if (!this.#isBroken) this.#observe({ ...happening, at: this.#world.time.now() });
  }
}

function withToken(fault: Fault, token: string): Fault {
  return fault.detail === undefined ? fault : { ...fault, detail: fault.detail.replace(NEWEST_TOKEN, token) };
}
