import { Agent, request } from "undici";
import { type Figure, median, mediansMs, type Random, ratio, timed, timing } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

const ALERTS = 41_000;
const PAGES = 41;

/** Answers from memory about 41,000 alerts, beside an empty request of the same server. */
export async function memoryFigure(random: Random): Promise<Figure> {
  const service = await startService({ alertCount: ALERTS });
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  await server.initialize();
  const works = {
    answer: timing(() => server.call("check_heat_alerts", { locations: ["85001"] })),
    ping: timing(() => server.ask("ping")),
  };
  for (const work of Object.values(works)) await timed(200, work);
  const { answer, ping } = await mediansMs(works, { turns: 20, calls: 25 }, random);
  await server.stop();
  await service.stop();
  return ratio("from memory, of 41,000 alerts, p50", answer, "a ping of the same server", ping, 1.4);
}

/** The first answer about 41,000 alerts in pages of 1,000, without latency and with 20 ms. */
export async function downloadFigures(): Promise<readonly Figure[]> {
  return [await download(0, 2.5), await download(20, 0.5)];
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
    oursMs.push(
      ...(await timed(
        1,
        timing(() => server.call("check_heat_alerts", {})),
      )),
    );
    theirsMs.push(
      ...(await timed(
        1,
        timing(() => inTurn(service, agent)),
      )),
    );
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
