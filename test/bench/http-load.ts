import { type Ask, connect, load, startServer } from "./load.ts";
import { measureNeighbours } from "./neighbours.ts";
import { startService } from "./service-process.ts";

/** `npm run bench:http`: the calls of many clients beside those to a bare SDK server, and a caller beside a busy one. */
const CLIENTS = 50;
const CALLS = 8_000;
const WARM_UP_CALLS = 2_000;
/** The least calls a second from memory, as a multiple of the bare server's. */
const LEAST = 0.8;

/** Calls a second. A failed call fails the bench. */
async function rateOf({ url, stop }: Awaited<ReturnType<typeof startServer>>, ask: Ask): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(url)));
  await load(clients, WARM_UP_CALLS, ask);
  const { failures, tookMs, seconds } = await load(clients, CALLS, ask);
  await Promise.all(clients.map((client) => client.close()));
  await stop();
  if (failures > 0) throw new Error(`${failures} of ${CALLS} calls failed`);
  return tookMs.length / seconds;
}

const service = await startService();
const bare = await startServer(["node_modules/.bench-http/bare-server.js"]);
const bareRate = await rateOf(bare, () => ({ name: "nothing", arguments: {} }));
const coldroute = await startServer(["dist/main.cjs", "http", "--port", "0"], service.environment);
const rate = await rateOf(coldroute, () => ({ name: "check_heat_alerts", arguments: { locations: ["85001"] } }));
await service.stop();
const share = `${(rate / bareRate).toFixed(2)} × bare (≥ ${LEAST})`;
process.stdout.write(`${CLIENTS} clients, from memory: ${Math.round(rate)} calls/s, ${share}\n`);
if (!(await measureNeighbours()) || rate < LEAST * bareRate) process.exitCode = 1;
