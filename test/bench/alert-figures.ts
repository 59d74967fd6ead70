import { Agent, request } from "undici";
import { type Figure, median, mediansMs, type Random, ratio, timed, timing } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

const ALERTS = 41_000;
const PAGES = 41;
const RUNS = 5;

/** Answers from memory about 41,000 alerts, beside answers about 100. Each looks up a ZIP in the set. */
export async function memoryFigure(random: Random): Promise<Figure> {
  const [many, few] = await Promise.all([startHolding(ALERTS), startHolding(100)]);
  for (const { ask } of [many, few]) await timed(200, ask);
  const ms = await mediansMs({ many: many.ask, few: few.ask }, { turns: 20, calls: 25 }, random);
  await Promise.all([many.stop(), few.stop()]);
  return ratio("from memory, of 41,000 alerts, p50", ms.many, "from memory, of 100 alerts", ms.few, 1.4);
}

async function startHolding(alertCount: number) {
  const service = await startService({ alertCount });
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  await server.initialize();
  return {
    ask: timing(() => server.call("check_heat_alerts", { locations: ["85001"] })),
    stop: async () => {
      await server.stop();
      await service.stop();
    },
  };
}

/** The first answer about 41,000 alerts in pages of 1,000, without latency and with 20 ms. */
export async function downloadFigures(): Promise<readonly Figure[]> {
  return [await download(0, 2.5), await download(20, 0.5)];
}

/** The yardstick downloads and parses the same pages one after the other. */
async function download(latencyMs: number, mostTimes: number): Promise<Figure> {
  const service = await startService({ alertCount: ALERTS, maxPageSize: 1_000, latencyMs });
  const agent = new Agent();
  const oursMs: number[] = [];
  const theirsMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const server = new StdioServer(["dist/main.cjs"], service.environment);
    await server.initialize();
    // The first call fetches a token and loads modules, which the download must not include.
    await server.call("track_package", { ids: ["10046"] });
    const [ours, theirs] = [timing(() => server.call("check_heat_alerts", {})), timing(() => inTurn(service, agent))];
    oursMs.push(await ours());
    theirsMs.push(await theirs());
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
