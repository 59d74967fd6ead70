import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { defaultSettings } from "../../src/sandbox/settings.ts";
import { type Ask, connect, type Load, load } from "./load.ts";
import { measureNeighbours } from "./neighbours.ts";
import { type ServerUnderLoad, startServer } from "./server-under-load.ts";
import { storm } from "./storm.ts";

/** `npm run bench:http`: one server process under the calls of many clients, beside a bare SDK server under the same. */
const CLIENTS = 50;
const CALLS = 10_000;
/** After this many calls every cache is full. */
const WARM_UP_CALLS = 2_000;
/** The most that the heap may grow after the warm-up, as a factor. */
const MAX_GROWTH = 1.1;

/** Loads a server and prints its figures, its rate beside `bareRate` too. */
async function measure(name: string, server: ServerUnderLoad, ask: Ask, bareRate?: number) {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(server.url)));
  const before = await load(clients, WARM_UP_CALLS, ask);
  const warmBytes = await server.heapBytes();
  const { failures, tookMs, seconds } = await load(clients, CALLS - WARM_UP_CALLS, ask);
  const growth = (await server.heapBytes()) / warmBytes;
  const at = (share: number): string => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(1).padStart(7);
  const failed = before.failures + failures;
  const heap = `heap ${(warmBytes / 2 ** 20).toFixed(1)} MiB, × ${growth.toFixed(3)} at the end`;
  const rate = tookMs.length / seconds;
  const beside = bareRate === undefined ? "" : ` (${(rate / bareRate).toFixed(2)} × bare)`;
  const line = `p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${Math.round(rate)} calls/s${beside}  failures ${failed}  ${heap}`;
  process.stdout.write(`${name.padEnd(32)}${line}\n`);
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
  return { rate, isWell: failed === 0 && growth <= MAX_GROWTH };
}

/** Packages of the simulated service. */
const PACKAGES = ["10044", "10045", "10046", "10048", "10051"];

const fromMemory: Ask = () => ({ name: "check_heat_alerts", arguments: { locations: ["85001"] } });

/** The service answers half of the calls, memory the other half. */
const mixed: Ask = (number) =>
  number % 2 === 0
    ? { name: "track_package", arguments: { ids: [PACKAGES[number % PACKAGES.length]] } }
    : fromMemory(number);

async function main(): Promise<void> {
  const sandbox = await startSandbox({ settings: { ...defaultSettings(), rateLimits: {} } });
  process.stdout.write(`${CALLS} calls from ${CLIENTS} concurrent clients, after ${WARM_UP_CALLS} of them:\n`);
  const bare = await startServer(["node_modules/.bench-http/bare-server.js"]);
  const { rate } = await measure("bare SDK 2.x, a trivial tool", bare, () => ({ name: "nothing", arguments: {} }));
  for (const [name, ask] of [
    ["coldroute, from memory (≥ 0.8)", fromMemory],
    ["coldroute, service and memory", mixed],
  ] as const) {
    const coldroute = await startServer(["dist/main.cjs", "http", "--port", "0"], {
      ...sandbox.environment,
      COLDROUTE_HTTP_DRAIN_S: "0",
    });
    const { isWell } = await measure(name, coldroute, ask, rate);
    if (!isWell) process.exitCode = 1;
  }
  await measureStorm(sandbox.environment);
  await sandbox.close();
  if (!(await measureNeighbours())) process.exitCode = 1;
}

/** Times one honest client without and beside the storm, and the longest event-loop turn beside that of a parser. */
async function measureStorm(environment: Readonly<Record<string, string>>): Promise<void> {
  const parser = await startServer(["node_modules/.bench-http/parser-server.js"]);
  await storm(parser);
  const parsedMs = await parser.longestTurnMs();
  await parser.stop();
  const limits = { COLDROUTE_HTTP_DRAIN_S: "0", COLDROUTE_HTTP_TOKENS: "storm:a,honest:b" };
  const server = await startServer(["dist/main.cjs", "http", "--port", "0"], { ...environment, ...limits });
  const honest = await connect(server.url, "b");
  await load([honest], 500, fromMemory);
  // The first storm makes the server load the names of places.
  await storm(server, "a");
  await server.longestTurnMs();
  const p99 = ({ tookMs }: Load): number => tookMs[Math.floor(tookMs.length * 0.99)] ?? 0;
  const quietMs = p99(await load([honest], 1_000, fromMemory));
  const raging = storm(server, "a");
  const beside: Load[] = [];
  let isOver = false;
  void raging.then(() => {
    isOver = true;
  });
  while (!isOver) beside.push(await load([honest], 20, fromMemory));
  const refused = await raging;
  const besideMs = p99({
    ...beside[0],
    tookMs: beside.flatMap(({ tookMs }) => tookMs).toSorted((a, b) => a - b),
  } as Load);
  const turnMs = await server.longestTurnMs();
  const turns = `longest turn ${turnMs.toFixed(1)} ms (parser ${parsedMs.toFixed(1)} ms)`;
  const times = `an honest client's p99 ${quietMs.toFixed(1)} ms in quiet, ${besideMs.toFixed(1)} ms beside it`;
  process.stdout.write(`${"the storm".padEnd(32)}${turns}  ${times}  refused ${refused.length}\n`);
  await honest.close();
  await server.stop();
}

await main();
