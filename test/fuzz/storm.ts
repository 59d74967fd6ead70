import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { TOOL_NAMES } from "../support/contract.ts";
import { INITIALIZE, INITIALIZED, spawnProcess } from "../support/server-process.ts";
import { Judge } from "./judge.ts";
import { inEnvelope, LineWriter, MASSES, type Piece, piece } from "./lines.ts";

interface Message {
  readonly id?: string;
  readonly method: string;
  readonly params?: unknown;
}

/** The first messages of a connection, and what each later request must hold. They decide the protocol version. */
interface Opening {
  readonly messages: readonly Message[];
  stamp(params: unknown): unknown;
}

export const OPENINGS: Readonly<Record<string, Opening>> = {
  "a handshake": { messages: [{ ...INITIALIZE, id: "first" }, INITIALIZED], stamp: (params) => params },
  "a request that names its version": {
    messages: [{ id: "first", method: "tools/list", params: inEnvelope(undefined) }],
    stamp: inEnvelope,
  },
};

/** Everything that one server process is sent. */
interface Storm {
  readonly opening: Opening;
  /** The pause after a piece: none, one turn of the event loop, or until all answers have come. */
  readonly sendings: readonly { readonly piece: Piece; readonly pause: "none" | "turn" | "answered" }[];
  /** `abrupt` ends stdin at once, `settled` after the last answer. */
  readonly end: "abrupt" | "settled";
}

const storms: fc.Arbitrary<Storm> = fc.record({
  opening: fc.constantFrom(...Object.values(OPENINGS)),
  sendings: fc.array(
    fc.record({ piece, pause: fc.constantFrom("none", "none", "none", "none", "turn", "turn", "answered") }),
    { minLength: 1, maxLength: 120, size: "max" },
  ),
  end: fc.constantFrom("settled", "settled", "abrupt"),
});

/** The longest wait for answers. A tool call may take 50 s here. */
const ANSWER_MS = 60_000;
/** The longest end without open requests. A server that wrongly counts one as open waits 4.5 s. */
const END_MS = 4_000;
/** The longest end with open requests: five seconds, after a start that may still be under way. */
const DRAIN_END_MS = 20_000;
const MAX_PEAK_MB = 450;
const MAX_SHOWN_CHARS = 20_000;

const ENVIRONMENT = {
  COLDROUTE_SANDBOX: "1",
  COLDROUTE_LOG_LEVEL: "error",
  COLDROUTE_MAX_WAIT_MS: "50000",
  COLDROUTE_TIMEOUT_MS: "50000",
  COLDROUTE_MAX_BILLABLE_PER_CALL: "5",
  // A leak ends the process and shows.
  NODE_OPTIONS: "--max-old-space-size=192",
};

/** One server process in a storm, and the judge of its answers. */
class Run {
  readonly #server: ReturnType<typeof spawnProcess>;
  readonly #judge = new Judge();
  readonly #stamp: Opening["stamp"];
  #read = 0;

  constructor({ stamp }: Opening, main: string) {
    this.#server = spawnProcess([], ENVIRONMENT, main);
    this.#stamp = stamp;
  }

  /** Resolves with all that is wrong. */
  static async play({ opening, sendings, end }: Storm, main: string): Promise<readonly string[]> {
    const run = new Run(opening, main);
    try {
      for (const message of opening.messages) run.#ask(message);
      await run.#answered();
      await run.#send(sendings);
      const unusual = end === "settled" ? await run.#unusualAnswers() : [];
      const ending = await run.#end(end === "settled" ? END_MS : DRAIN_END_MS);
      return [...unusual, ...ending, ...run.#judge.violations()];
    } finally {
      run.#server.child.kill("SIGKILL");
    }
  }

  async #send(sendings: Storm["sendings"]): Promise<void> {
    const writer = new LineWriter(this.#stamp);
    for (const { piece: each, pause } of sendings) {
      const written = writer.write(each);
      this.#judge.sent(written);
      this.#server.child.stdin.write(Buffer.concat([written.bytes, Buffer.from("\n")]));
      if (pause === "turn") await new Promise((resolve) => setImmediate(resolve));
      if (pause === "answered") await this.#answered();
    }
  }

  #ask(message: Message): void {
    if (message.id !== undefined) this.#judge.sent({ expected: { id: JSON.stringify(message.id), least: 1, most: 1 } });
    this.#server.send(message);
  }

  /** Sends two ordinary requests after the storm, and reports unusual answers. */
  async #unusualAnswers(): Promise<readonly string[]> {
    const params = this.#stamp({ name: "track_package", arguments: { ids: ["10045"] } });
    this.#ask({ id: "list", method: "tools/list", params: this.#stamp(undefined) });
    this.#ask({ id: "call", method: "tools/call", params });
    await this.#answered();
    const resultOf = (id: string) => this.#judge.answers(JSON.stringify(id))[0]?.result;
    const { tools: listed = [] } = (resultOf("list") ?? {}) as { tools?: readonly { name: string }[] };
    const called = resultOf("call");
    return [
      ...(listed.map(({ name }) => name).join() === TOOL_NAMES.join() ? [] : ["tools/list differs"]),
      ...(called !== undefined && called.isError !== true ? [] : [`a call fails: ${JSON.stringify(called)}`]),
    ];
  }

  /** Ends the server's input, and reports an unusual end. */
  async #end(waitMs: number): Promise<readonly string[]> {
    const { child, exited, stderr } = this.#server;
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const peakMb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    child.stdin.end();
    const hangs = new Promise<string>((resolve) => setTimeout(() => resolve("never"), waitMs).unref());
    const code = await Promise.race([exited(), hangs]);
    this.#judgeLines();
    return [
      ...(peakMb > MAX_PEAK_MB ? [`the server takes ${peakMb} MB`] : []),
      ...(code === 0 ? [] : [`the server ends with ${code ?? child.signalCode}`]),
      ...(stderr() === "" ? [] : [`the server complains: ${stderr().slice(-10_000)}`]),
    ];
  }

  #judgeLines(): void {
    for (const line of this.#server.lines.slice(this.#read)) this.#judge.received(line);
    this.#read = this.#server.lines.length;
  }

  /** Waits for the last answer, the server's end, or the end of the time. */
  async #answered(): Promise<void> {
    const { child } = this.#server;
    const endMs = performance.now() + ANSWER_MS;
    for (;;) {
      this.#judgeLines();
      const isOver = child.exitCode !== null || child.signalCode !== null || performance.now() > endMs;
      if (isOver || this.#judge.missing().length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Sends long, deep and wide lines, and many, to a server. Resolves with all that is wrong. */
export function runMasses(opening: Opening, main: string): Promise<readonly string[]> {
  return Run.play({ opening, sendings: MASSES.map((each) => ({ piece: each, pause: "turn" })), end: "settled" }, main);
}

/** Runs the storm of `seed`, and shrinks a failing one for up to `shrinkMs`. Resolves with a report, empty if all holds. */
export async function runSeed(seed: number, main: string, shrinkMs = 0): Promise<string> {
  let report = "";
  const property = fc.asyncProperty(storms, async (storm) => {
    const violations = await Run.play(storm, main);
    if (violations.length === 0) return true;
    const sent = JSON.stringify(storm, null, 1).slice(0, MAX_SHOWN_CHARS);
    report = [`seed ${seed} fails`, ...violations.slice(0, 10), sent, `again: npm run fuzz -- --seed ${seed}`].join(
      "\n",
    );
    return false;
  });
  const limits = shrinkMs === 0 ? { endOnFailure: true } : { interruptAfterTimeLimit: shrinkMs };
  await fc.check(property, { seed, numRuns: 1, ...limits });
  return report;
}
