import fc from "fast-check";
import type { ToolListing } from "../../src/server/catalogue.ts";
import { Answers } from "./answers.ts";
import { Expectation } from "./expectation.ts";
import { inEnvelope } from "./openings.ts";
import { BUILT_MAIN, FuzzedServer } from "./server.ts";
import { chunksOf, type Storm, stormArbitrary } from "./storm.ts";

/** How long answers may take, on a machine that is busy with other things too: a tool call's own time is 50 s here. */
const ANSWER_MS = 60_000;

/**
 * What the server may take to end with nothing open. It takes a second at most; one that takes a request for open waits
 * for 4.7, and between lies room for a machine under load.
 */
const END_MS = 4_000;
/** With requests open it may take five seconds, after a start that may not be over when stdin ends. */
const DRAIN_END_MS = 20_000;

const MAX_PEAK_MB = 450;

const LAST = { list: "after the storm: list", call: "after the storm: call" } as const;

/** What one storm came to. */
export interface StormReport {
  readonly violations: readonly string[];
  readonly messages: number;
  readonly endMs: number;
  readonly peakMb: number;
  readonly stderr: string;
}

/** What one seed came to, and the smallest storm found that still fails. */
export interface SeedReport {
  readonly seed: number;
  readonly messages: number;
  readonly endMs: number;
  readonly peakMb: number;
  readonly failure?: { readonly storm: Storm; readonly report: StormReport };
}

/** The tools as a server lists them: what calls are made from. */
export async function askTools(main: string = BUILT_MAIN): Promise<readonly ToolListing[]> {
  const expectation = new Expectation();
  const answers = new Answers(expectation, []);
  const server = new FuzzedServer(main, (line) => answers.take(line));
  try {
    await askLast(server, expectation);
    await untilAnswered(server, answers);
    const tools = toolsIn(answers);
    if (tools.length === 0) throw new Error(`the server lists no tools: ${server.stderr}`);
    return tools;
  } finally {
    server.kill();
  }
}

/** Draws the storm of `seed` and runs it; when it fails, looks for a smaller one for up to `shrinkMs`. */
export async function fuzzSeed(
  seed: number,
  tools: readonly ToolListing[],
  { shrinkMs = 0, main = BUILT_MAIN }: { readonly shrinkMs?: number; readonly main?: string } = {},
): Promise<SeedReport> {
  let first: StormReport | undefined;
  let failure: SeedReport["failure"];
  const property = fc.asyncProperty(stormArbitrary(tools, 120), async (storm) => {
    const report = await runStorm(storm, tools, main);
    first ??= report;
    if (report.violations.length === 0) return true;
    failure = { storm, report };
    return false;
  });
  const shrinking = shrinkMs > 0 ? { interruptAfterTimeLimit: shrinkMs } : { endOnFailure: true };
  const { errorInstance } = await fc.check(property, { seed, numRuns: 1, ...shrinking });
  if (first === undefined) throw new Error(`seed ${seed} makes no storm`, { cause: errorInstance });
  const { messages, endMs, peakMb } = first;
  return { seed, messages, endMs, peakMb, ...(failure === undefined ? {} : { failure }) };
}

/** One server process, one storm, and all that is to hold of them. */
export async function runStorm(
  storm: Storm,
  tools: readonly ToolListing[],
  main: string = BUILT_MAIN,
): Promise<StormReport> {
  const expectation = new Expectation();
  const answers = new Answers(expectation, tools);
  const server = new FuzzedServer(main, (line) => answers.take(line));
  const violations: string[] = [];
  try {
    for (const { bytes, afterwards } of chunksOf(storm)) {
      expectation.take(bytes);
      await server.write(bytes);
      if (afterwards !== "write") await new Promise((resolve) => setImmediate(resolve));
      if (afterwards === "settle" && !expectation.isInsideLine) await untilAnswered(server, answers);
    }
    if (storm.end === "settled") {
      await askLast(server, expectation);
      await untilAnswered(server, answers);
      if (expectation.era !== "unsure") violations.push(...usualAnswers(answers, tools));
    }
    if (server.hasExited) violations.push("the server exits");
    const peakMb = (await server.peakMb()) ?? 0;
    expectation.end();
    const startMs = performance.now();
    const ended = await server.end(storm.end === "settled" ? END_MS : DRAIN_END_MS);
    const endMs = performance.now() - startMs;
    if (ended !== 0)
      violations.push(`at stdin's end the server ${ended === "hangs" ? "does not end" : `ends with ${ended}`}`);
    if (peakMb > MAX_PEAK_MB) violations.push(`the server takes ${peakMb} MB`);
    violations.push(...answers.violations);
    violations.push(...answers.missing().map((what) => `never answered: ${what}`));
    violations.push(...answers.surplus().map((what) => `answered too often: ${what}`));
    if (server.stderr !== "") violations.push("the server complains");
    return { violations, messages: expectation.messages, endMs, peakMb, stderr: server.stderr };
  } finally {
    server.kill();
  }
}

/** Two ordinary requests, on lines of their own, as the connection's era writes them. */
async function askLast(server: FuzzedServer, expectation: Expectation): Promise<void> {
  const stamp = expectation.era === "2025" ? (params: unknown) => params : inEnvelope;
  const list = { jsonrpc: "2.0", id: LAST.list, method: "tools/list", params: stamp(undefined) };
  const params = stamp({ name: "track_package", arguments: { ids: ["10045"] } });
  const call = { jsonrpc: "2.0", id: LAST.call, method: "tools/call", params };
  const bytes = Buffer.from(`\n${JSON.stringify(list)}\n${JSON.stringify(call)}\n`);
  expectation.take(bytes);
  await server.write(bytes);
}

/** What is not as usual about the answers to `askLast`. */
function usualAnswers(answers: Answers, tools: readonly ToolListing[]): readonly string[] {
  const wrong: string[] = [];
  if (JSON.stringify(toolsIn(answers)) !== JSON.stringify(tools)) wrong.push("after the storm tools/list differs");
  const result = answers.latest(LAST.call)?.["result"] as { isError?: boolean } | undefined;
  if (result === undefined || result.isError === true)
    wrong.push(`after the storm a call fails: ${JSON.stringify(result)}`);
  return wrong;
}

function toolsIn(answers: Answers): readonly ToolListing[] {
  const result = answers.latest(LAST.list)?.["result"] as { tools?: readonly ToolListing[] } | undefined;
  return result?.tools ?? [];
}

/** Waits until nothing is missing, the server is gone, or time is up: what is missing then tells in the end. */
async function untilAnswered(server: FuzzedServer, answers: Answers): Promise<void> {
  const endMs = performance.now() + ANSWER_MS;
  while (answers.missing().length > 0 && !server.hasExited && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
