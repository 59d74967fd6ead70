import { Readable, type Writable } from "node:stream";
import { type Clock, isDoneWithin } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { Calls } from "../server/calls.ts";
import type { Catalogue } from "../server/catalogue.ts";
import type { Identity } from "../server/identity.ts";
import { answerMethod } from "../server/methods.ts";

/** How long open requests may take once the input has ended: 5 s in all (G-stdio), giving up included. */
const DRAIN_MS = 4_700;

/** How long they may take once the process is asked to end: hosts follow with a kill after two seconds. */
const STOP_DRAIN_MS = 1_000;

/** How long the answers of calls that were given up may take. */
const GIVE_UP_MS = 250;

const NEWLINE = Buffer.from("\n");

/** A line that may be a message. */
const OBJECT = /^\s*\{.*\}\s*$/;

/** Each request of MCP 2026-07-28 names its version. */
const NAMES_VERSION = /"io\.modelcontextprotocol\/protocolVersion"\s*:/;

export interface StdioOptions {
  readonly input: Readable;
  /** Closes when nobody reads any more. */
  readonly output: Writable;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader is gone or `stop` is aborted. Requests read by then are
 * answered, within 5 s or, when asked to stop, about one. What is open then is given up and says so; a plan that is being
 * sent is finished. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { clock, input, output, stop } = options;
  const calls = new Calls();
  // The SDKs take the end of their input for the end of all work, so theirs never ends.
  const held = new Readable({ read: () => undefined });
  const gone = eventOf(output, "close");
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  const { first, end } = feed(input, held);
  const connected = first.then((line) => connect(line, options, held, calls));

  // The SDKs pause their input when they close a connection, as they do after a line that is far too long.
  await Promise.race([eventOf(input, "end", "error", "close"), eventOf(held, "pause"), stopped, gone]);
  end();
  const answered = connected.then(() => drained(held)).then(() => calls.idle());
  const over = Promise.race([answered, gone]);
  const inTime = [isDoneWithin(clock, DRAIN_MS, over), stopped.then(() => isDoneWithin(clock, STOP_DRAIN_MS, over))];
  const isOver = await Promise.race(inTime);
  calls.giveUp();
  if (!isOver) await isDoneWithin(clock, GIVE_UP_MS, over);
  await calls.idle();
  await nextTurn();
  await Promise.race([new Promise<void>((resolve) => output.end(resolve)), gone]);
}

/**
 * Passes the input on as it comes. `first` is its first line that is a JSON object. `end` reads no further, and completes a
 * last line without newline.
 */
function feed(input: Readable, held: Readable) {
  let text: string | undefined = "";
  let choose: (line: string | undefined) => void;
  const first = new Promise<string | undefined>((resolve) => {
    choose = resolve;
  });
  let isInLine = false;
  const take = (chunk: Buffer): void => {
    held.push(chunk);
    isInLine = chunk.at(-1) !== NEWLINE[0];
    if (text === undefined) return;
    // Latin-1, so that it does not matter where a chunk cuts a character: keys of MCP are ASCII.
    const lines = `${text}${chunk.toString("latin1")}`.split("\n");
    text = lines.pop() ?? "";
    const line = lines.find((each) => OBJECT.test(each));
    if (line === undefined) return;
    text = undefined;
    choose(line);
  };
  const end = (): void => {
    input.off("data", take).pause();
    if (isInLine) take(NEWLINE);
    choose(undefined);
  };
  input.on("data", take);
  return { first, end };
}

/**
 * The one place that chooses a connection's era (G-eras): MCP 2026-07-28 where the first message names its version, else
 * 2024-11-05 to 2025-11-25. Only the SDK that is needed is loaded.
 */
async function connect(
  first: string | undefined,
  { output, identity, catalogue, log }: StdioOptions,
  input: Readable,
  calls: Calls,
): Promise<void> {
  if (first === undefined) return;
  await import("../server/zod-settings.ts");
  const serve = NAMES_VERSION.test(first)
    ? (await import("../server/sdk2.ts")).serveSdk2
    : (await import("../server/sdk1.ts")).serveSdk1;
  await serve({
    input,
    output,
    identity,
    answer: (method, params, context) =>
      calls.run(context, async (own) => answerMethod(await catalogue(), method, params, own)),
    onerror: () => log.warn({}, "the SDK reports an error, input that is no message of MCP for one"),
  });
}

/** Resolves once the SDK has read all there is, and begun to answer it. */
async function drained(held: Readable): Promise<void> {
  while (held.readableLength > 0 && !held.isPaused()) await nextTurn();
  await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function eventOf(stream: Readable | Writable, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) stream.once(event, () => resolve());
  });
}
