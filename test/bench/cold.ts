import { type Figure, mediansMs, type Random, ratio, type Timed } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";
import { startedBy } from "./times.ts";

/** A Node process that fetches a token and one package on request. */
const BARE = `process.stdin.once("data", async () => {
  const { COLDROUTE_AUTH_URL, COLDROUTE_TRACKING_URL, COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET, COLDROUTE_AUDIENCE } = process.env;
  const token = await fetch(COLDROUTE_AUTH_URL + "/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: COLDROUTE_CLIENT_ID,
      client_secret: COLDROUTE_CLIENT_SECRET,
      audience: COLDROUTE_AUDIENCE,
      grant_type: "client_credentials",
    }),
  });
  const { access_token } = await token.json();
  const headers = { authorization: "Bearer " + access_token };
  const response = await fetch(COLDROUTE_TRACKING_URL + "/v1/packages/10046", { headers });
  if (!response.ok) throw new Error("HTTP " + response.status);
  process.stdout.write(JSON.stringify({ id: 1, result: await response.json() }) + "\\n");
})`;

/** The time from the start of the process to its first answer, beside a bare Node process that fetches by hand. */
export async function coldFigures(random: Random): Promise<readonly Figure[]> {
  const service = await startService();
  const ours = () => new StdioServer(["dist/main.cjs"], service.environment);
  const works = {
    package: startedBy(ours, (server) => server.call("track_package", { ids: ["10046"] })),
    place: startedBy(ours, (server) => server.call("check_heat_alerts", { locations: ["Phoenix, AZ"] })),
    bare: bareFetch(service),
  };
  const ms = await mediansMs(works, { turns: 15, calls: 1 }, random);
  await service.stop();
  const yardstick = "bare node: token and GET by fetch";
  return [
    ratio("cold, to the first track_package", ms.package, yardstick, ms.bare, 2.0),
    ratio("cold, to the first answer about a place", ms.place, yardstick, ms.bare, 2.5),
  ];
}

function bareFetch({ environment }: ServiceProcess): Timed {
  return async () => {
    const startMs = performance.now();
    const bare = new StdioServer(["-e", BARE], environment);
    await bare.ask("fetch");
    const tookMs = performance.now() - startMs;
    await bare.stop();
    return tookMs;
  };
}
