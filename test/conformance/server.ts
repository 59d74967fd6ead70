import { systemClock } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { startHttp } from "../../src/transports/http/http-server.ts";
import { catalogue, IDENTITY } from "./catalogue.ts";

// coldroute's own HTTP transport and adapters, with the suite's fixtures behind them.
const server = await startHttp({
  host: "127.0.0.1",
  port: 0,
  config: { authorization: { kind: "none" }, allowedHosts: [], allowedOrigins: [] },
  identity: IDENTITY,
  catalogue: async () => catalogue,
  clock: systemClock,
  log: createLog({ level: "error", clock: systemClock }),
  adapters: {
    sdk1: async () => ({ ...(await import("../../src/server/sdk1.ts")), ...(await import("./sdk1.ts")) }),
    sdk2: async () => ({ ...(await import("../../src/server/sdk2.ts")), ...(await import("./sdk2.ts")) }),
  },
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.close());
