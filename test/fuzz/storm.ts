import fc from "fast-check";
import { tools } from "../../src/server/tools.ts";
import { Judge } from "./judge.ts";
import { inEnvelope, LineWriter, type Piece, piece, type Version } from "./lines.ts";
import { type FuzzedServer, startServer } from "./server.ts";

/** The first messages of a connection. They decide the protocol version (G-eras). */
export interface Opening {
  readonly name: string;
  readonly version: Version;
  readonly messages: readonly object[];
}

const INITIALIZE = {
  id: "initialize",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
};
const INITIALIZED = { method: "notifications/initialized" };
const DISCOVER = { id: "discover", method: "server/discover", params: inEnvelope(undefined) };

export const OPENINGS: readonly Opening[] = [
  { name: "handshake", version: "2025", messages: [INITIALIZE, INITIALIZED] },
  { name: "half a handshake", version: "2025", messages: [INITIALIZE] },
  { name: "a bare request", version: "2025", messages: [{ id: "bare", method: "ping" }] },
  { name: "discovery, then a handshake", version: "2025", messages: [DISCOVER, INITIALIZE, INITIALIZED] },
  {
    name: "discovery, then a request",
    version: "2026",
    messages: [DISCOVER, { ...DISCOVER, id: "second", method: "tools/list" }],
  },
  {
    name: "a request that names its version",
    version: "2026",
    messages: [{ ...DISCOVER, id: "first", method: "tools/list" }],
  },
];

/** A piece, and the way in which its bytes travel. */
interface Sending {
  readonly piece: Piece;
  readonly ending: "\n" | "\r\n" | " \n\n";
  /** The share of the bytes after which the line is cut into two writes. */
  readonly cut?: number;
  /** The pause after the piece: none, one turn of the event loop, or until all answers have come. */
  readonly pause: "none" | "turn" | "answered";
}

/** Everything that one server process is sent. */
export interface Storm {
  readonly opening: Opening;
  readonly sendings: readonly Sending[];
  /** `abrupt` ends stdin at once, `settled` after the last answer. */
  readonly end: "abrupt" | "settled";
}

export interface StormReport {
  readonly violations: readonly string[];
  readonly lines: number;
  readonly peakMb: number;
}

export const storms: fc.Arbitrary<Storm> = fc.record({
  opening: fc.constantFrom(...OPENINGS),
  sendings: fc.array(
    fc.record(
      {
        piece,
        ending: fc.constantFrom("\n", "\n", "\n", "\r\n", " \n\n"),
        pause: fc.constantFrom("none", "none", "none", "none", "turn", "turn", "answered"),
        cut: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      { requiredKeys: ["piece", "ending", "pause"] },
    ),
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

/** Runs a storm against a server process of its own. */
export async function runStorm({ opening, sendings, end }: Storm, main: string): Promise<StormReport> {
  const judge = new Judge();
  const server = startServer(main, (line) => judge.received(line));
  try {
    await open(opening, server, judge);
    await send(sendings, opening.version, server, judge);
    const violations: string[] = [];
    if (end === "settled") violations.push(...(await usualAnswers(opening.version, server, judge)));
    if (server.hasExited()) violations.push("the server exits");
    const peakMb = await server.peakMb();
    if (peakMb > MAX_PEAK_MB) violations.push(`the server takes ${peakMb} MB`);
    const ended = await server.end(end === "settled" ? END_MS : DRAIN_END_MS);
    if (ended !== 0) violations.push(`at stdin's end the server ends with ${String(ended)}`);
    violations.push(...judge.violations, ...judge.missing(), ...judge.surplus());
    if (server.stderr() !== "") violations.push(`the server complains: ${server.stderr()}`);
    return { violations, lines: sendings.length, peakMb };
  } finally {
    server.kill();
  }
}

async function open({ messages }: Opening, server: FuzzedServer, judge: Judge): Promise<void> {
  for (const message of messages) await ask(message, server, judge);
  await untilAnswered(server, judge);
}

async function ask(message: object & { readonly id?: string }, server: FuzzedServer, judge: Judge): Promise<void> {
  if (message.id !== undefined) judge.sent({ expected: { id: JSON.stringify(message.id), least: 1, most: 1 } });
  await server.write(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
}

async function send(sendings: readonly Sending[], version: Version, server: FuzzedServer, judge: Judge): Promise<void> {
  const writer = new LineWriter(version);
  let gathered: Buffer[] = [];
  const flush = async (): Promise<void> => {
    await server.write(Buffer.concat(gathered));
    gathered = [];
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (const { piece: each, ending, cut = 0, pause } of sendings) {
    const written = writer.write(each);
    judge.sent(written);
    const bytes = Buffer.concat([written.bytes, Buffer.from(ending)]);
    const place = Math.floor(cut * bytes.length);
    gathered.push(bytes.subarray(0, place));
    if (place > 0) await flush();
    gathered.push(bytes.subarray(place));
    if (pause !== "none") await flush();
    if (pause === "answered") await untilAnswered(server, judge);
  }
  await flush();
}

/** Sends two ordinary requests after the storm, and reports unusual answers. */
async function usualAnswers(version: Version, server: FuzzedServer, judge: Judge): Promise<readonly string[]> {
  const params = { name: "track_package", arguments: { ids: ["10045"] } };
  const stamp = version === "2025" ? (value: unknown) => value : inEnvelope;
  await ask({ id: "last list", method: "tools/list", params: stamp(undefined) } as object, server, judge);
  await ask({ id: "last call", method: "tools/call", params: stamp(params) } as object, server, judge);
  await untilAnswered(server, judge);
  const resultOf = (id: string) => judge.answers(JSON.stringify(id))[0]?.["result"];
  const { tools: listed } = (resultOf("last list") ?? {}) as { tools?: readonly { name: string }[] };
  const called = resultOf("last call") as { isError?: boolean } | undefined;
  return [
    ...(listed?.map(({ name }) => name).join() === tools.map(({ name }) => name).join() ? [] : ["tools/list differs"]),
    ...(called !== undefined && called.isError !== true ? [] : [`a call fails: ${JSON.stringify(called)}`]),
  ];
}

/** Waits for the last answer, the server's end, or the end of the time. */
async function untilAnswered(server: FuzzedServer, judge: Judge): Promise<void> {
  const endMs = performance.now() + ANSWER_MS;
  while (judge.missing().length > 0 && !server.hasExited() && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
