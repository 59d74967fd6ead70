import { createRequire } from "node:module";
import { rolldown } from "rolldown";
import { Agent, request } from "undici";
import configuration from "../../rolldown.config.ts";
import { type Figure, mediansMs, type Random, ratio, type Timed, timed, timing } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

/** The time from the start of the process to the answer to `initialize`, beside the least server, bundled alike. */
export async function startFigure(random: Random): Promise<Figure> {
  const started = (main: string): Timed => startedBy(() => new StdioServer([main]));
  const works = { ours: started("dist/main.cjs"), least: started(await bundledSixLines()) };
  const { ours, least } = await mediansMs(works, { turns: 20, calls: 1 }, random);
  return ratio("start to initialize", ours, "six lines on SDK 1.x, bundled alike", least, 1.2);
}

/** Bundles the least server with coldroute's own configuration. Resolves with its file. */
async function bundledSixLines(): Promise<string> {
  const [server] = configuration;
  const bundle = await rolldown({ ...server, input: { "six-lines": "test/bench/six-lines.ts" } });
  const dir = "node_modules/.bench/six-lines";
  await bundle.write({ ...[server?.output].flat()[0], dir });
  return `${dir}/six-lines.cjs`;
}

/** The time until a new server has opened a session and done `work`. */
export function startedBy(start: () => StdioServer, work?: (server: StdioServer) => Promise<unknown>): Timed {
  return async () => {
    const startMs = performance.now();
    const server = start();
    await server.initialize();
    await work?.(server);
    const tookMs = performance.now() - startMs;
    // Modules that still load after the answer must not slow the next process.
    await server.stop();
    return tookMs;
  };
}

/** One package over stdio from a service that takes 20 ms, beside the same GET by hand. */
export async function farFigure(random: Random): Promise<Figure> {
  const service = await startService({ latencyMs: 20 });
  const agent = new Agent();
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  try {
    await server.initialize();
    const ours = timing(() => server.call("track_package", { ids: ["10046"] }));
    const theirs = timing(() => byHand(service, agent));
    for (const work of [ours, theirs]) await timed(30, work);
    const ms = await mediansMs({ ours, theirs }, { turns: 20, calls: 15 }, random);
    return ratio("track_package, 20 ms of latency, p50", ms.ours, "undici by hand", ms.theirs, 1.1);
  } finally {
    await server.stop();
    await agent.close();
    await service.stop();
  }
}

/** One package with OpenTelemetry's API installed but no SDK registered, beside a process without the API. */
export async function tracingFigure(random: Random): Promise<Figure> {
  const service = await startService();
  const NODE_OPTIONS = `--require ${createRequire(import.meta.url).resolve("@opentelemetry/api")}`;
  const servers = [{ ...service.environment, NODE_OPTIONS }, service.environment].map(
    (environment) => new StdioServer(["dist/main.cjs"], environment),
  );
  try {
    const [ours, theirs] = servers.map((server) => timing(() => server.call("track_package", { ids: ["10046"] })));
    if (ours === undefined || theirs === undefined) throw new Error("two servers were started");
    for (const server of servers) await server.initialize();
    for (const work of [ours, theirs]) await timed(300, work);
    const ms = await mediansMs({ ours, theirs }, { turns: 30, calls: 50 }, random);
    return ratio("one package, traced by no SDK, p50", ms.ours, "without OpenTelemetry", ms.theirs, 1.03);
  } finally {
    for (const server of servers) await server.stop();
    await service.stop();
  }
}

/** A hundred packages in one call from a service that takes 20 ms, beside eight lanes of fetch that get the same. */
export async function dayListFigure(random: Random): Promise<Figure> {
  const service = await startService({ latencyMs: 20 });
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => `${first + index}`);
  const ids = [...numbers(10_101, 80), ...numbers(10_042, 19), "SBX0000010061"];
  try {
    await server.initialize();
    const ours = timing(() => server.call("track_package", { ids }));
    const theirs = timing(() => inEightLanes(service, ids));
    for (const work of [ours, theirs]) await timed(3, work);
    const ms = await mediansMs({ ours, theirs }, { turns: 20, calls: 1 }, random);
    return ratio("a hundred packages, 20 ms of latency, p50", ms.ours, "eight lanes of fetch", ms.theirs, 1.3);
  } finally {
    await server.stop();
    await service.stop();
  }
}

async function inEightLanes(service: ServiceProcess, ids: readonly string[]): Promise<unknown> {
  const headers = { authorization: service.authorization };
  const rest = ids.values();
  const lane = async (): Promise<void> => {
    for (const id of rest) await (await fetch(service.url("TRACKING", `/v1/packages/${id}`), { headers })).json();
  };
  return Promise.all(Array.from({ length: 8 }, lane));
}

async function byHand(service: ServiceProcess, dispatcher: Agent): Promise<unknown> {
  const headers = { authorization: service.authorization };
  const { body } = await request(service.url("TRACKING", "/v1/packages/10046"), { headers, dispatcher });
  return body.json();
}
