import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { defectFields } from "../runtime/log.ts";
import { isDoneWithin } from "../runtime/waiting.ts";
import type { Catalogue } from "../server/catalogue.ts";
import { MAX_MESSAGE_BYTES, type Message, readMessage, VERSION_KEY } from "../server/message.ts";
import { answerMethod, type Responder } from "../server/methods.ts";
import { OpenCalls } from "../server/open-calls.ts";
import { readLines } from "./standard-streams.ts";

/** How long open requests may take after the input ends. With the last answers, that makes less than 5 s (G-stdio). */
const DRAIN_MS = 4_250;
/** Hosts kill the process two seconds after they ask it to end. */
const SIGNAL_DRAIN_MS = 1_000;
/** How long the last answers may take to reach their reader. */
const LAST_ANSWERS_MS = 500;

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: () => Promise<Catalogue>;
  /** Aborts when a signal asks the process to end. */
  readonly shutdown: AbortSignal;
}

/**
 * Serves MCP on stdio until the input ends, the output's reader leaves or `shutdown` aborts. Open requests then get 5 s,
 * or about 1 s after a signal. Cancels the rest, except a plan that is being sent. Resolves when the process may exit.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input, output, clock, log, shutdown } = options;
  const calls = new OpenCalls();
  const readerLeft = eventOf(output, "close");
  const signalled = shutdown.aborted ? Promise.resolve() : once(shutdown, "abort");
  const send = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  let connected: ReturnType<typeof connect> | undefined;
  const stopReading = readLines(input, MAX_MESSAGE_BYTES, (line) => {
    const read = readMessage(line);
    if (read === undefined) return;
    if ("why" in read) {
      log.warn({ why: read.why }, "input is not an MCP message");
      if (read.reply !== undefined) send(read.reply);
      return;
    }
    connected ??= connect(read.message, options, calls, send);
    void connected.then((deliver) => deliver(read.message));
  });
  await Promise.race([eventOf(input, "end", "error", "close"), signalled, readerLeft]);
  stopReading();

  const allWritten = async (): Promise<void> => {
    await connected;
    // By the next turn, the SDK has started every request that was read.
    await nextTurn();
    await calls.idle();
    await nextTurn();
    await new Promise<void>((resolve) => output.write("", () => resolve()));
  };
  const waitForAnswers = (waitMs: number) => isDoneWithin(clock, waitMs, Promise.race([allWritten(), readerLeft]));
  // Calls get time to end by themselves.
  await Promise.race([waitForAnswers(DRAIN_MS), signalled.then(() => waitForAnswers(SIGNAL_DRAIN_MS))]);
  calls.giveUp();
  // A plan that is being sent runs to its end, even if nobody reads its answer.
  await calls.idle();
  // The answers to cancelled calls and to the plan reach the reader, unless it is stuck.
  await waitForAnswers(LAST_ANSWERS_MS);
}

/** Chooses the protocol version (G-eras): 2026-07-28 if the first message names one in `_meta`. Loads only its SDK. */
async function connect(
  first: Message,
  { catalogue, log }: StdioOptions,
  calls: OpenCalls,
  send: (message: object) => void,
): Promise<(message: Message) => void> {
  // A stdio process uses each schema a few times, so compiled parsers would cost more than they save. The SDKs make
  // schemas when they load, and zod reads this setting at that time.
  const { config } = await import("zod");
  config({ jitless: true });
  const serve =
    VERSION_KEY in (first.params?._meta ?? {})
      ? (await import("../server/sdk2.ts")).serveSdk2
      : (await import("../server/sdk1.ts")).serveSdk1;
  const respond: Responder = (method, params, context) =>
    calls.run(context, async (running) => answerMethod(await catalogue(), method, params, running));
  return serve(send, respond, (error) => log.warn(defectFields(error), "the SDK reports an error"));
}

function eventOf(stream: Readable | Writable, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) stream.once(event, () => resolve());
  });
}
