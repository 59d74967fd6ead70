import { Agent, request } from "undici";
import { amount, type Figure, median, ratio, timed } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

const ALERTS = 41_000;
const PAGES = 41;

/** Answers from memory about 41,000 alerts, beside an empty request. */
export async function memoryFigure(): Promise<Figure> {
  const service = await startService({ alertCount: ALERTS });
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  await server.initialize();
  const ask = (): Promise<unknown> => server.call("check_heat_alerts", { locations: ["85001"] });
  await timed(100, ask);
  const tookMs = median(await timed(500, ask));
  const pingMs = median(await timed(500, () => server.ask("ping")));
  await server.stop();
  await service.stop();
  const beside = `${(tookMs / pingMs).toFixed(1)} × a ping`;
  return amount("from memory, of 41,000 alerts, p50", tookMs, " ms", 0.4, beside);
}

/** The first answer about 41,000 alerts in pages of 1,000, without latency and with 20 ms. */
export async function downloadFigures(): Promise<readonly Figure[]> {
  return [await download(0, 2), await download(20, 0.5)];
}

/** The yardstick downloads and parses the same pages one after the other. */
async function download(latencyMs: number, mostTimes: number, runs = 5): Promise<Figure> {
  const service = await startService({ alertCount: ALERTS, maxPageSize: 1_000, latencyMs });
  const agent = new Agent();
  const oursMs: number[] = [];
  const theirsMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const server = new StdioServer(["dist/main.cjs"], service.environment);
    await server.initialize();
    // The token and the modules of a first call are no part of the download.
    await server.call("track_package", { ids: ["10046"] });
    oursMs.push(...(await timed(1, () => server.call("check_heat_alerts", {}))));
    theirsMs.push(...(await timed(1, () => inTurn(service, agent))));
    await server.stop();
  }
  await agent.close();
  await service.stop();
  return ratio(
    `41,000 alerts in pages of 1,000, ${latencyMs} ms latency`,
    median(oursMs),
    "downloading and parsing one page after the other",
    median(theirsMs),
    mostTimes,
  );
}

async function inTurn(service: ServiceProcess, agent: Agent): Promise<void> {
  for (let page = 1; page <= PAGES; page += 1) {
    const url = service.url("RISK", `/v1/temperature-alerts?pageSize=1000&page=${page}`);
    const { body } = await request(url, { headers: { authorization: service.authorization }, dispatcher: agent });
    await body.json();
  }
}
