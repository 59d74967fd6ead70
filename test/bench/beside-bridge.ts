import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { BRIDGE, installBridge, startBridge } from "./bridge.ts";
import { amount, type Figure, mediansMs, type Random, ratio, timed, timing } from "./figures.ts";
import { visibleListing } from "./footprint.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { StdioServer } from "./stdio-server.ts";
import { startedBy } from "./times.ts";

interface TextResult {
  readonly content: readonly { readonly text: string }[];
}

/** A tool and its arguments. */
type Asked = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const IDS = ["10044", "10045", "10046"];

/** The same jobs by coldroute and by a generic bridge, over the same socket. Empty without the bridge. */
export async function bridgeFigures(random: Random): Promise<readonly Figure[]> {
  if (!installBridge()) return [];
  const service = await startService();
  try {
    return [
      ...(await coldFigures(service, random)),
      ...(await warmFigures(service, random)),
      ...(await tokenFigures(service)),
    ];
  } finally {
    await service.stop();
  }
}

/** The bridge is given a token. coldroute has to exchange its own before the first answer. */
async function coldFigures(service: ServiceProcess, random: Random): Promise<readonly Figure[]> {
  const works = {
    ourStart: startedBy(() => startOurs(service)),
    bridgeStart: startedBy(() => startBridge(service)),
    ourAnswer: startedBy(
      () => startOurs(service),
      (server) => server.call("track_package", { ids: ["10046"] }),
    ),
    bridgeAnswer: startedBy(
      () => startBridge(service),
      (server) => server.call("get-package", { id: "10046" }),
    ),
  };
  const ms = await mediansMs(works, { turns: 15, calls: 1 }, random);
  return [
    ratio("start to initialize, beside the bridge", ms.ourStart, BRIDGE, ms.bridgeStart, 0.45),
    ratio("cold, to the first package, beside the bridge", ms.ourAnswer, BRIDGE, ms.bridgeAnswer, 0.75),
  ];
}

async function warmFigures(service: ServiceProcess, random: Random): Promise<readonly Figure[]> {
  const ours = startOurs(service);
  const bridge = startBridge(service);
  await Promise.all([ours.initialize(), bridge.initialize()]);
  const row = async (what: string, [tool, args]: Asked, theirs: () => Promise<unknown>, most: number) => {
    const works = { ours: timing(() => ours.call(tool, args)), bridge: timing(theirs) };
    for (const work of Object.values(works)) await timed(300, work);
    const ms = await mediansMs(works, { turns: 30, calls: 25 }, random);
    return ratio(what, ms.ours, BRIDGE, ms.bridge, most);
  };
  const packageOf = (id: string) => bridge.call("get-package", { id });
  const inSequence = async (): Promise<void> => {
    for (const id of IDS) await packageOf(id);
  };
  const rows = [
    await row("one package, warm, p50", ["track_package", { ids: ["10046"] }], () => packageOf("10046"), 1.1),
    await row(
      "three packages, the bridge asked in sequence, warm, p50",
      ["track_package", { ids: IDS }],
      inSequence,
      0.85,
    ),
    await row(
      "three packages, the bridge asked at once, warm, p50",
      ["track_package", { ids: IDS }],
      () => Promise.all(IDS.map(packageOf)),
      1.08,
    ),
    await row(
      "alerts of a place, warm, p50",
      ["check_heat_alerts", { locations: ["Phoenix, AZ"] }],
      () => bridge.call("get-temperature-alerts", {}),
      0.5,
    ),
  ];
  await Promise.all([ours.stop(), bridge.stop()]);
  return rows;
}

/** The tokens that a model reads: the definitions of the tools, and the texts that answer the five commonest questions. */
async function tokenFigures(service: ServiceProcess): Promise<readonly Figure[]> {
  const ours = startOurs(service);
  const bridge = startBridge(service);
  await Promise.all([ours.initialize(), bridge.initialize()]);
  const listed = countTokens(JSON.stringify(await visibleListing(ours)));
  const bridgeListed = countTokens(JSON.stringify(await visibleListing(bridge)));
  const figures = [
    amount("tools/list, what a model sees", listed, " tokens", 1_550, `${BRIDGE}: ${bridgeListed}; github 25,101`),
  ];
  for (const { what, asked, bridged, most } of commonQuestions()) {
    const tokens = await tokensOf(ours, [asked]);
    const bridgeTokens = await tokensOf(bridge, bridged);
    figures.push(amount(what, tokens, " tokens", most, `${BRIDGE}: ${bridgeTokens} of ${bridged.length} calls`));
  }
  await Promise.all([ours.stop(), bridge.stop()]);
  return figures;
}

async function tokensOf(server: StdioServer, asked: readonly Asked[]): Promise<number> {
  const results = await Promise.all(asked.map(async (one) => (await server.call(...one)) as TextResult));
  return results.reduce((sum, { content }) => sum + countTokens(content.map(({ text }) => text).join("\n")), 0);
}

function commonQuestions() {
  const parcel = { length: 12, width: 10, height: 8, weight: 5.5 };
  const days = [1, 2, 3, 4, 5].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));
  const question = (what: string, asked: Asked, bridged: readonly Asked[], most: number) => ({
    ...{ what, asked, bridged, most },
  });
  return [
    question(
      "“Is it too hot in Phoenix?”",
      ["check_heat_alerts", { locations: ["Phoenix, AZ"] }],
      [["get-temperature-alerts", {}]],
      150,
    ),
    question(
      "“What do five days look like in Miami?”",
      ["get_five_day_risk", { locations: ["Miami, FL"] }],
      days.map((date): Asked => ["get-risk-levels", { granularity: "zip3", date }]),
      200,
    ),
    question("“Where is 10046?”", ["track_package", { ids: ["10046"] }], [["get-package", { id: "10046" }]], 150),
    question(
      "“Which of three needs me?”",
      ["track_package", { ids: IDS }],
      IDS.map((id): Asked => ["get-package", { id }]),
      320,
    ),
    question(
      "“How should this go to Miami?”",
      ["plan_shipment", { origin: "38118", destination: "33101", parcel }],
      [["plan-shipment", { origin: { zipCode: "38118" }, destination: { zipCode: "33101" }, parcel }]],
      200,
    ),
  ];
}

function startOurs(service: ServiceProcess): StdioServer {
  return new StdioServer(["dist/main.cjs"], service.environment);
}
