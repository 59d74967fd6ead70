import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Clock, isDoneWithin } from "../runtime/clock.ts";
import { defectFields } from "../runtime/defect.ts";
import type { Log } from "../runtime/log.ts";
import type { Catalogue } from "../server/catalogue.ts";
import { MAX_MESSAGE_BYTES, type Message, readMessage, VERSION_KEY } from "../server/message.ts";
import { answerMethod, type Responder } from "../server/methods.ts";
import { OpenCalls } from "../server/open-calls.ts";
import { readLines } from "./lines.ts";

/** How long open requests may take once the input has ended: 5 s in all (G-stdio), giving up and writing included. */
const DRAIN_MS = 4_250;

/** How long they may take once the process is asked to end: hosts kill it two seconds later. */
const STOP_DRAIN_MS = 1_000;

/** How long calls that were given up may take to answer, and the last answers to reach their reader. */
const GIVE_UP_MS = 250;

export interface StdioOptions {
  readonly input: Readable;
  /** Closes when its reader has gone. */
  readonly output: Writable;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader is gone or `stop` is aborted. Answers what it has read
 * within 5 s, or about one after a stop, and gives up the rest but for a plan. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { clock, input, output, log, stop } = options;
  const calls = new OpenCalls();
  const gone = eventOf(output, "close");
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  const send = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  let connected: ReturnType<typeof connect> | undefined;
  const end = readLines(input, MAX_MESSAGE_BYTES, (line) => {
    const read = readMessage(line);
    if (read === undefined) return;
    if ("why" in read) {
      log.warn({ why: read.why }, "input is no message of MCP");
      if (read.reply !== undefined) send(read.reply);
      return;
    }
    connected ??= connect(read.message, options, calls, send);
    void connected.then((deliver) => deliver(read.message));
  });

  await Promise.race([eventOf(input, "end", "error", "close"), stopped, gone]);
  end();
  const written = () => new Promise<void>((resolve) => output.write("", () => resolve()));
  // In the next turn the SDK has begun to answer all that was read.
  const answered = Promise.resolve(connected)
    .then(() => nextTurn())
    .then(() => calls.idle());
  const over = Promise.race([answered.then(() => nextTurn()).then(written), gone]);
  const inTime = [isDoneWithin(clock, DRAIN_MS, over), stopped.then(() => isDoneWithin(clock, STOP_DRAIN_MS, over))];
  const isOver = await Promise.race(inTime);
  calls.giveUp();
  if (!isOver) await isDoneWithin(clock, GIVE_UP_MS, over);
  // Only a plan that is being sent is still under way.
  await calls.idle();
  await nextTurn();
  await isDoneWithin(clock, GIVE_UP_MS, Promise.race([written(), gone]));
}

/** Chooses a connection's era (G-eras): 2026-07-28 where the first message names its version. Loads that SDK alone. */
async function connect(
  first: Message,
  { catalogue, log }: StdioOptions,
  calls: OpenCalls,
  send: (message: object) => void,
): Promise<(message: Message) => void> {
  // A stdio process uses each schema a few times, so compiled parsers would cost more than they save. zod reads this
  // setting when a schema is made: it comes before the SDKs.
  const { config } = await import("zod");
  config({ jitless: true });
  const { _meta = {} } = first.params ?? {};
  const serve =
    VERSION_KEY in _meta
      ? (await import("../server/sdk2.ts")).serveSdk2
      : (await import("../server/sdk1.ts")).serveSdk1;
  const answer: Responder = (method, params, context) =>
    calls.run(context, async (own) => answerMethod(await catalogue(), method, params, own));
  return serve(send, answer, (error) => log.warn(defectFields(error), "the SDK reports an error"));
}

function eventOf(stream: Readable | Writable, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) stream.once(event, () => resolve());
  });
}
