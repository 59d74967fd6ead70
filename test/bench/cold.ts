import { type Figure, median, ratio, timed } from "./figures.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

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

/** The time from the start of the process to its first answer, alternating with a bare node that asks by hand. */
export async function coldFigures(runs = 15): Promise<readonly Figure[]> {
  const service = await startService();
  const packageMs: number[] = [];
  const placeMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    packageMs.push(await coldCallMs(service, "track_package", { ids: ["10046"] }));
    placeMs.push(await coldCallMs(service, "check_heat_alerts", { locations: ["Phoenix, AZ"] }));
    bareMs.push(await coldMs(["-e", BARE], service, (bare) => bare.ask("fetch")));
  }
  await service.stop();
  const yardstick = "bare node: token and GET by fetch";
  return [
    ratio("cold, to the first track_package", median(packageMs), yardstick, median(bareMs), 2),
    ratio("cold, to the first answer about a place", median(placeMs), yardstick, median(bareMs), 2.5),
  ];
}

function coldCallMs(service: ServiceProcess, tool: string, args: Readonly<Record<string, unknown>>): Promise<number> {
  return coldMs(["dist/main.cjs"], service, async (server) => {
    await server.initialize();
    await server.call(tool, args);
  });
}

async function coldMs(
  args: readonly string[],
  { environment }: ServiceProcess,
  work: (server: StdioServer) => Promise<unknown>,
): Promise<number> {
  let server: StdioServer | undefined;
  const [tookMs = Number.NaN] = await timed(1, () => {
    server = new StdioServer(args, environment);
    return work(server);
  });
  await server?.stop();
  return tookMs;
}
