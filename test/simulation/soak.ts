import { setMaxListeners } from "node:events";
import { CallUsage } from "../../src/api/usage.ts";
import { seededRandom } from "../../src/sandbox/random.ts";
import { NEWEST_TOKEN } from "./faults.ts";
import type { Action } from "./schedule.ts";
import { ENVIRONMENT, SETTINGS, Traffic } from "./traffic.ts";
import { LISTED_KINDS, World } from "./world.ts";

/** How a soak is run. */
export interface SoakOptions {
  readonly seed: number;
  /** Of traffic, besides the time that the machine slept. */
  readonly lengthMs: number;
  readonly parts: number;
  /** Told after each part. */
  readonly onMark?: (mark: Mark) => void;
}

/** What is there after a part of the traffic, when every call has ended and every idle connection is gone. */
export interface Mark {
  readonly calls: number;
  readonly requests: number;
  /** Virtual time since the start. */
  readonly trueMs: number;
  /** After a garbage collection, where there is a way to force one (`--expose-gc`). */
  readonly heapBytes: number;
  /** The client's own, by the simulation's count. */
  readonly timers: number;
  readonly sockets: number;
  /** What keeps the process alive, by Node's count: `TCPServerWrap × 1`. */
  readonly handles: string;
}

export interface SoakReport {
  readonly marks: readonly Mark[];
  /** How many calls ended as data, and as each kind of failure. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Calls that ended late or as nothing that is listed. */
  readonly problems: readonly string[];
}

const START = Date.UTC(2026, 6, 9, 12, 10);

/** How long connections may take to close for want of use. Real time. */
const IDLE_MS = 10_000;
const ROUND_MS = 50;

/**
 * Drives one client with mixed traffic for long, and weighs it between equal parts. The service begins anew before each
 * weighing, so that what it remembers of its requests is not taken for the client's.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const run = new Soak();
  const { seed } = options;
  const world = await World.start({ seed, startWallMs: START, settings: SETTINGS, environment: ENVIRONMENT }, run);
  const traffic = new Traffic(seededRandom(seed, "traffic"), START);
  const marks: Mark[] = [];
  const onDefect = (error: unknown): void => run.fault(`unhandled: ${String(error)}`);
  process.on("unhandledRejection", onDefect);
  try {
    for (let part = 0; part < options.parts; part += 1) {
      await run.play(world, traffic, options.lengthMs / options.parts);
      const mark = await run.weigh(world);
      marks.push(mark);
      options.onMark?.(mark);
    }
  } finally {
    await world.close();
    process.off("unhandledRejection", onDefect);
  }
  return { marks, outcomes: run.outcomes, problems: run.problems };
}

/** One soak: what it counts, and the calls that are open. Keeps nothing of those that have ended. */
class Soak {
  readonly outcomes = new Map<string, number>();
  readonly problems: string[] = [];
  readonly #open = new Map<number, AbortController>();
  #calls = 0;
  #requests = 0;
  #events = 0;

  readonly started = (): void => {
    this.#requests += 1;
  };
  readonly answered = (): void => undefined;
  readonly finished = (): void => undefined;
  readonly logged = (): void => undefined;

  fault(problem: string): void {
    this.problems.push(problem);
  }

  /** Traffic for `lengthMs`, and time until all of it is over. */
  async play(world: World, traffic: Traffic, lengthMs: number): Promise<void> {
    for (let playedMs = 0; playedMs < lengthMs; ) {
      const gapMs = traffic.gapMs();
      await this.#pass(world, gapMs);
      playedMs += gapMs;
      for (const action of traffic.next()) await this.#act(world, action);
    }
    while (this.#open.size > 0 || world.left().timers > 0) await this.#pass(world, 1_000);
  }

  /** Time passes, timer by timer. */
  async #pass(world: World, ms: number): Promise<void> {
    const { time } = world;
    const endMs = time.now().trueMs + ms;
    await world.settle(() => this.#events);
    while (time.now().trueMs < endMs) {
      await time.moveTo(Math.min(endMs, time.nextDueMs()));
      await world.settle(() => this.#events);
    }
  }

  async #act(world: World, action: Action): Promise<void> {
    const { sandbox, time } = world;
    switch (action.act) {
      case "call":
        this.#call(world, action);
        return;
      case "cancel":
        this.#open.get(action.call)?.abort();
        return;
      case "fault": {
        const { fault } = action;
        const detail = fault.detail?.replace(NEWEST_TOKEN, sandbox.tokens.at(-1) ?? "no token yet");
        sandbox.inject(detail === undefined ? fault : { ...fault, detail });
        return;
      }
      case "calm":
        sandbox.clearFaults();
        return;
      case "revoke":
        sandbox.revokeTokens();
        return;
      case "settings":
        Object.assign(sandbox.settings, action.change);
        return;
      case "sleep":
        await time.sleep(action.ms);
        return;
      case "stall":
        await time.moveTo(time.now().trueMs + action.ms);
        return;
      case "setWall":
        time.setWall(action.ms);
        return;
      case "close":
    }
  }

  #call(world: World, { call, ask, maxWaitMs }: Extract<Action, { act: "call" }>): void {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.#open.set(call, controller);
    this.#calls += 1;
    const deadlineMs = world.time.now().monotonicMs + maxWaitMs;
    const usage = new CallUsage(world.config.maxBillablePerCall);
    const end = (outcome: string): void => {
      this.#events += 1;
      this.#open.delete(call);
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    };
    world.ask(ask, { signal: controller.signal, deadlineMs, usage }).then(
      (result) => {
        if (!result.ok && !LISTED_KINDS.has(result.failure.kind)) this.fault(`call ${call}: ${result.failure.kind}`);
        end(result.ok ? "data" : result.failure.kind);
      },
      (defect: unknown) => {
        this.fault(`call ${call} rejects: ${String(defect)}`);
        end("defect");
      },
    );
  }

  async weigh(world: World): Promise<Mark> {
    const isConnected = (): boolean =>
      world.left().sockets > 0 || process.getActiveResourcesInfo().includes("TCPSocketWrap");
    for (let waitedMs = 0; isConnected() && waitedMs < IDLE_MS; waitedMs += ROUND_MS) {
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
    const { timers, sockets } = world.left();
    const handles = describeHandles();
    await world.restartService(SETTINGS);
    for (let times = 0; times < 4; times += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc?.();
    }
    const { heapUsed } = process.memoryUsage();
    const { trueMs } = world.time.now();
    return { calls: this.#calls, requests: this.#requests, trueMs, heapBytes: heapUsed, timers, sockets, handles };
  }
}

function describeHandles(): string {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([name, count]) => `${name} × ${count}`)
    .join(", ");
}

/** The most that the heap may have grown by since the first mark. */
const MOST_GROWTH = 1.1;

/** What of the marks is not as it was at the first one: heap grown by more than a tenth, timers, sockets or handles left. */
export function growth([first, ...others]: readonly Mark[]): readonly string[] {
  if (first === undefined) return ["nothing was weighed"];
  const last = others.at(-1) ?? first;
  const ratio = last.heapBytes / first.heapBytes;
  return [
    ...(ratio > MOST_GROWTH ? [`the heap has grown to ${ratio.toFixed(3)} × what it was`] : []),
    ...others.flatMap((mark, index) => [
      ...(mark.handles === first.handles
        ? []
        : [`part ${index + 2} leaves ${mark.handles}, the first ${first.handles}`]),
    ]),
    ...[first, ...others].flatMap(({ timers, sockets }, index) =>
      timers + sockets > 0 ? [`part ${index + 1} leaves ${timers} timers and ${sockets} connections`] : [],
    ),
  ];
}
