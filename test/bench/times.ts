import { Agent, request } from "undici";
import { type Figure, median, ratio, timed } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

const MAIN = "dist/main.cjs";

/** A Node process that only answers one line. */
const BARE = `process.stdin.once("data", () => process.stdout.write('{"id":1,"result":{}}\\n'))`;

/** The time from the start of the process to the answer to `initialize`, alternating with a bare node. */
export async function startFigure(runs = 15): Promise<Figure> {
  const oursMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    oursMs.push(await startedMs([MAIN]));
    bareMs.push(await startedMs(["-e", BARE]));
  }
  return ratio("start to initialize", median(oursMs), "bare node that answers a line", median(bareMs), 1.8);
}

async function startedMs(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const server = new StdioServer(args);
  await server.initialize();
  const tookMs = performance.now() - startMs;
  // Modules that still load after the answer must not slow the next process.
  await server.stop();
  return tookMs;
}

/** One package over stdio, beside the same GET by hand: through fetch without latency, through undici with 20 ms. */
export async function trackingFigures(calls = 300): Promise<readonly Figure[]> {
  const what = "track_package over stdio, p50";
  const near = await startService();
  const far = await startService({ latencyMs: 20 });
  const agent = new Agent();
  try {
    const url = near.url("TRACKING", "/v1/packages/10046");
    const headers = { authorization: near.authorization };
    const nearMs = await besides(near, calls, async () => (await fetch(url, { headers })).json());
    const farUrl = far.url("TRACKING", "/v1/packages/10046");
    const farHeaders = { authorization: far.authorization };
    const farMs = await besides(far, calls, async () =>
      (await request(farUrl, { headers: farHeaders, dispatcher: agent })).body.json(),
    );
    return [
      ratio(what, nearMs.oursMs, "bare fetch", nearMs.theirsMs, 1.6),
      ratio(`${what}, 20 ms of latency`, farMs.oursMs, "bare undici", farMs.theirsMs, 1.1),
    ];
  } finally {
    await agent.close();
    await near.stop();
    await far.stop();
  }
}

async function besides(service: ServiceProcess, calls: number, theirs: () => Promise<unknown>) {
  const server = new StdioServer([MAIN], service.environment);
  await server.initialize();
  const ours = (): Promise<unknown> => server.call("track_package", { ids: ["10046"] });
  await timed(30, ours);
  await timed(30, theirs);
  const oursMs: number[] = [];
  const theirsMs: number[] = [];
  // Alternating runs expose both to the same load of the machine.
  for (let round = 0; round < 10; round += 1) {
    oursMs.push(...(await timed(calls / 10, ours)));
    theirsMs.push(...(await timed(calls / 10, theirs)));
  }
  await server.stop();
  return { oursMs: median(oursMs), theirsMs: median(theirsMs) };
}
