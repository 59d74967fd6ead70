import { createApi } from "../../src/api/api.ts";
import type { Api } from "../../src/api/model/api.ts";
import { type Config, loadConfig } from "../../src/config/config.ts";
import type { Result } from "../../src/domain/failure.ts";
import { createLog } from "../../src/runtime/log.ts";
import { seededRandom } from "../../src/sandbox/world/random.ts";
import { type Sandbox, type SandboxSettings, startSandbox } from "../support/sandbox.ts";
import { untilQuiet } from "./quiet.ts";
import type { Ask } from "./steps.ts";
import { VirtualTime } from "./virtual-time.ts";
import { Wire, type WireListener } from "./wire.ts";

/** The options of a world. */
export interface WorldOptions {
  readonly seed: number;
  readonly startWallMs: number;
  readonly settings: Partial<SandboxSettings>;
  readonly environment: Readonly<Record<string, string>>;
}

/** The listener of a world. */
export interface WorldListener extends Pick<WireListener, "started" | "answered" | "finished"> {
  logged(line: string): void;
}

/** The real client and the real sandbox, with loopback between them, in a time that the owner moves. */
export class World {
  readonly config: Config;
  readonly time: VirtualTime;
  readonly api: Api;
  readonly sandbox: Sandbox;
  readonly #wire: Wire;
  readonly #flush: () => Promise<void>;

  static async start(options: WorldOptions, listener: WorldListener): Promise<World> {
    const time = new VirtualTime(options.startWallMs);
    const sandbox = await startSandbox({ clock: time.service, settings: options.settings });
    const world = new World(options, time, sandbox, listener);
    await world.#flush();
    return world;
  }

  private constructor(options: WorldOptions, time: VirtualTime, sandbox: Sandbox, listener: WorldListener) {
    this.time = time;
    this.sandbox = sandbox;
    this.config = loadConfig({ ...sandbox.environment, ...options.environment });
    const log = createLog({ level: "trace", clock: time.client, write: (line) => listener.logged(line) });
    const random = seededRandom(options.seed, "client");
    this.api = createApi({ config: this.config, clock: time.client, random, log });
    this.#wire = new Wire(new URL(sandbox.urls.auth).port, {
      now: () => time.now(),
      tokenNumber: (token) => this.sandbox.tokens.indexOf(token) + 1,
      started: (request) => listener.started(request),
      answered: (request, answer) => listener.answered(request, answer),
      finished: (request, body) => listener.finished(request, body),
    });
    this.#flush = () => log.flush();
    log.info({}, "simulation begins");
  }

  /** The timers and connections that the client still holds. */
  left(): { readonly timers: number; readonly sockets: number } {
    return { timers: this.time.pending, sockets: this.#wire.sockets };
  }

  /** Asks for a call. Its `deadlineMs` is a reading of the client's monotonic clock. */
  async ask(ask: Ask, call: Parameters<Api["plan"]>[1]): Promise<Result<unknown>> {
    switch (ask.kind) {
      case "alerts":
        return this.api.alerts(ask, call);
      case "risk":
        return this.api.risk(ask, call);
      case "package":
        return this.api.package(ask.id, call);
      case "plan":
        return this.api.plan(planFor(ask), call);
    }
  }

  /** Runs due timers until nothing more happens at this instant. `events` must grow with every event of a call. */
  async settle(events: () => number): Promise<void> {
    await this.#untilQuiet(events);
    while (this.time.nextDueMs() <= this.time.now().trueMs) {
      await this.time.moveTo(0);
      await this.#untilQuiet(events);
    }
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.sandbox.close();
    this.#wire.close();
  }

  #untilQuiet(events: () => number): Promise<void> {
    return untilQuiet({
      activity: () => this.#wire.activity + this.time.changes + events(),
      isEven: () => this.#wire.isEven(this.sandbox.requests.filter(({ finishedAtMs }) => finishedAtMs === null).length),
      takeUnpacking: () => {
        const { unpacking } = this.#wire;
        this.#wire.unpacking = false;
        return unpacking;
      },
    });
  }
}

function planFor({ reference, zip }: Extract<Ask, { kind: "plan" }>): Parameters<Api["plan"]>[0] {
  return {
    externalShipmentId: reference,
    origin: { zipCode: "38118", state: "TN", line1: "17 Simulation Lane", name: "Saguaro Simulant" },
    destination: { zipCode: zip },
    parcel: { length: 12, width: 10, height: 8, weight: 5 },
  };
}
