import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { amount, type Figure } from "./figures.ts";
import { startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";

interface Listing {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

/** The listing that a model reads before its first question. */
export async function visibleListing(server: StdioServer): Promise<readonly Omit<Listing, "outputSchema">[]> {
  const { tools } = (await server.ask("tools/list")) as { readonly tools: readonly Listing[] };
  return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}

/** The whole listing, with the schemas of answers, which most hosts keep from the model. */
export async function listingFigure(): Promise<Figure> {
  const server = new StdioServer(["dist/main.cjs"]);
  await server.initialize();
  const visible = await visibleListing(server);
  const { tools } = (await server.ask("tools/list")) as { readonly tools: readonly Listing[] };
  await server.stop();
  const all = tools.map(({ outputSchema }, place) => ({ ...visible[place], outputSchema }));
  const tokens = countTokens(JSON.stringify(all));
  return amount("tools/list, with output schemas", tokens, " tokens", 3_000, "mongodb 17,014");
}

/** The memory of the process, beside that of a bare node. */
export async function memoryFootprint(): Promise<readonly Figure[]> {
  const bare = new StdioServer(["-e", "process.stdin.resume()"]);
  const idle = new StdioServer(["dist/main.cjs"]);
  await idle.initialize();
  const idleMb = idle.residentMb();
  const bareMb = bare.residentMb();
  await Promise.all([idle.stop(), bare.stop()]);
  const beside = (mb: number): string => `${(mb / bareMb).toFixed(2)} × a bare node`;

  const service = await startService({ alertCount: 41_000 });
  const server = new StdioServer(["dist/main.cjs"], service.environment);
  await server.initialize();
  await server.call("check_heat_alerts", {});
  const alertsMb = server.residentMb();
  for (let call = 0; call < 1_000; call += 1) await askMixed(server, call);
  const mixedMb = server.residentMb();
  await server.stop();
  await service.stop();
  return [
    amount("memory, idle", idleMb, " MB", 60, beside(idleMb)),
    amount("memory, with 41,000 alerts", alertsMb, " MB", 110, beside(alertsMb)),
    amount("memory, after 1,000 mixed calls", mixedMb, " MB", 120, beside(mixedMb)),
  ];
}

async function askMixed(server: StdioServer, call: number): Promise<void> {
  const [tool, args] = [
    ["check_heat_alerts", { locations: ["85001", "850"] }],
    ["track_package", { ids: ["10045", "10046"] }],
    ["get_five_day_risk", { locations: "331", days: 2 }],
    ["check_heat_alerts", { locations: ["Phoenix, AZ"] }],
  ][call % 4] as [string, Record<string, unknown>];
  await server.call(tool, args);
}
