import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { startHttp } from "../../src/transports/http/server.ts";
import { catalogue } from "./catalogue.ts";

// coldroute's own HTTP transport and adapter, with the suite's fixtures behind them.
const server = await startHttp({
  host: "127.0.0.1",
  port: 0,
  config: loadConfig({ COLDROUTE_HTTP_DRAIN_S: "0" }).http,
  catalogue: async () => catalogue,
  clock: systemClock,
  log: createLog({ level: "error", clock: systemClock }),
  maxWaitMs: 25_000,
  observer: { requested: () => undefined },
  metrics: async () => new Response(),
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.close());
