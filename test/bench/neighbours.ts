import { median } from "./figures.ts";
import { type Ask, connect, load, send, startServer } from "./load.ts";
import { startService } from "./service-process.ts";

const ROUNDS = 3;
/** The neighbour's calls in quiet and beside the others, in each round. Of 100, the p99 would be the one worst call. */
const CALLS = 300;

/** What one caller does without a pause, and what its neighbour asks meanwhile. */
interface Beside {
  readonly name: string;
  /** How many calls of the caller are under way. */
  readonly atOnce: number;
  readonly ask: Ask;
  readonly neighbour: Ask;
  /** The most that the neighbour's p99 may grow, as a factor. */
  readonly most: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The latency of the service. */
  readonly latencyMs?: number;
  /** The calls that the caller has made before. */
  readonly calls?: number;
}

const onePackage: Ask = (number) => ({ name: "track_package", arguments: { ids: [String(60_000 + number)] } });
const oneZip: Ask = () => ({ name: "check_heat_alerts", arguments: { locations: ["85001"] } });
const spentOn: Ask = () => ({ name: "track_package", arguments: { ids: ["10046"] } });

/** What the busy callers of the rows do. */
export const BUSY_CALLERS: readonly Beside[] = [
  {
    name: "20 × 100 packages",
    atOnce: 20,
    ask: (number) => {
      const ids = Array.from({ length: 100 }, (_, index) => String(100_000 + number * 100 + index));
      return { name: "track_package", arguments: { ids } };
    },
    neighbour: onePackage,
    most: 2,
    latencyMs: 100,
  },
  {
    name: "128 pictures of 41,000 alerts",
    atOnce: 128,
    ask: (number) => ({ name: "check_heat_alerts", arguments: { picture: true, limit: 1 + (number % 200) } }),
    neighbour: oneZip,
    most: 3,
    environment: { COLDROUTE_PICTURES: "1" },
  },
  {
    name: "16 × five days at zip5",
    atOnce: 16,
    ask: () => ({ name: "get_five_day_risk", arguments: { days: 5, granularity: "zip5" } }),
    neighbour: oneZip,
    most: 3,
  },
  {
    name: "a spent caller in a loop",
    atOnce: 1,
    ask: spentOn,
    neighbour: spentOn,
    most: 2,
    // The neighbour stays below it, in six times its calls.
    environment: { COLDROUTE_HTTP_BILLABLE_LIMIT: String(2 * ROUNDS * CALLS + 100) },
    calls: 2 * ROUNDS * CALLS + 100,
  },
];

/** Times a caller in quiet and beside another one that works without a pause. False if a limit is passed or a call fails. */
export async function measureNeighbours(): Promise<boolean> {
  let isWell = true;
  for (const kind of BUSY_CALLERS) {
    const { latencyMs = 20 } = kind;
    const service = await startService({ alertCount: 41_000, isWide: true, latencyMs });
    const server = await startServer(["dist/main.cjs", "http", "--port", "0"], {
      ...service.environment,
      COLDROUTE_HTTP_TOKENS: "busy:a,honest:b",
      ...kind.environment,
    });
    isWell = (await measure(kind, server.url)) && isWell;
    await server.stop();
    await service.stop();
  }
  return isWell;
}

async function measure({ name, ask, neighbour, most, calls = 0 }: Beside, url: URL) {
  const honest = await connect(url, "b");
  const busy = await connect(url, "a");
  await load([honest], 20, oneZip);
  await load(
    Array.from({ length: 8 }, () => busy),
    calls,
    ask,
  );
  // Fills memory with what the caller asks.
  await send(url, ask(0), "a");
  const rounds = [];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await load([honest], CALLS, (number) => neighbour(round * 2_000 + number));
    const caller = await startServer(["node_modules/.bench-http/busy-caller.js", name, url.href, String(round)]);
    const beside = await load([honest], CALLS, (number) => neighbour(round * 2_000 + 1_000 + number));
    await caller.stop();
    failures += quiet.failures + beside.failures;
    rounds.push({ quietMs: p99(quiet.tookMs), besideMs: p99(beside.tookMs) });
  }
  const ratio = median(rounds.map(({ quietMs, besideMs }) => besideMs / quietMs));
  const [quietMs, besideMs] = [rounds.map((each) => each.quietMs), rounds.map((each) => each.besideMs)].map(median);
  process.stdout.write(
    `${`beside ${name} (≤ ${most})`.padEnd(46)}p99 × ${ratio.toFixed(2)} (${quietMs?.toFixed(1)} ms in quiet, ` +
      `${besideMs?.toFixed(1)} ms beside, medians of ${ROUNDS})  failures ${failures}\n`,
  );
  await honest.close();
  await busy.close();
  return ratio <= most && failures === 0;
}

function p99(tookMs: readonly number[]): number {
  return tookMs[Math.floor(tookMs.length * 0.99)] ?? 0;
}
