import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../support/manual-clock.ts";
import { type Sandbox, startSandbox } from "../support/sandbox.ts";
import type { ClientName, Connected } from "./clients.ts";
import { CLIENT_NAMES, connectOverHttp, connectOverStdio } from "./clients.ts";

/** The transports. Each starts a server with the given environment. */
const TRANSPORTS: Readonly<
  Record<string, (client: ClientName, environment: Readonly<Record<string, string>>) => Promise<Connected>>
> = {
  stdio: connectOverStdio,
  HTTP: connectOverHttp,
};

const VERSIONS: Readonly<Record<ClientName, string | undefined>> = {
  "1.x": undefined,
  "2.x legacy": "2025-11-25",
  "2.x auto": "2026-07-28",
  "2.x pinned": "2026-07-28",
};

const CALLS = [
  ["check_heat_alerts", { locations: ["85001", "802"] }],
  // A date in the sandbox's calendar, whose clock differs from the server's.
  ["get_five_day_risk", { locations: "331", date: "2026-07-11", days: 2 }],
  ["plan_shipment", { origin: "38118", destination: "85001", parcel: { length: 10, width: 8, height: 6, weight: 5 } }],
  ["track_package", { ids: ["10045", "99999"] }],
  ["track_package", { ids: [] }],
] as const;

/** Everything that a client sees, without ids, ages, times and members that only one protocol version has. */
async function seenBy(client: Connected) {
  const { tools } = await client.listTools();
  const answers: unknown[] = [];
  for (const [name, args] of CALLS) {
    const answer = await client.callTool(name, args);
    expect(answer["isError"] ?? false, name).toBe("ids" in args && args.ids.length === 0);
    answers.push(lasting(answer));
  }
  const rest = [
    await client.listTheRest(),
    await client.readResource("coldroute://packages/10046"),
    await client.getPrompt("heat_briefing", { places: "85001; Denver, CO" }),
    await client.completePrompt("heat_briefing", { name: "days", value: "" }),
  ];
  return { tools, answers, rest: rest.map(lasting) };
}

/** Members that change between the turns of two clients. Hours move every six minutes. */
const MOMENTARY = new Set(["requestIds", "ageSeconds", "hoursAgo", "overdueHours"]);
const OF_ONE_VERSION = new Set(["io.modelcontextprotocol/serverInfo", "ttlMs", "cacheScope"]);
const TIME = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?/g;

function lasting(result: unknown): unknown {
  const text = JSON.stringify(result, (key, value: unknown) =>
    MOMENTARY.has(key) || OF_ONE_VERSION.has(key) ? undefined : value,
  );
  return JSON.parse(
    text
      .replaceAll('"_meta":{},', "")
      .replaceAll(',"_meta":{}', "")
      .replaceAll(/\\"(?:hoursAgo|overdueHours)\\":-?[\d.]+/g, "")
      .replaceAll(/\\"requestIds\\":\[[^\]]*\]/g, "")
      .replaceAll(TIME, "<time>")
      .replaceAll(/shp_\w+/g, "<id>")
      .replaceAll(/[\d.,]+ (?:s|min|h) ago/g, "<age>")
      .replaceAll(/OVERDUE by [\d.]+ (?:h|days)/g, "OVERDUE"),
  );
}

interface Open {
  readonly sandbox: Sandbox;
  readonly client: Connected;
}

/** No memory and long timeouts: neither the order of questions nor a busy machine changes an answer. */
function environmentOf({ environment }: Sandbox) {
  return {
    ...environment,
    COLDROUTE_LOG_LEVEL: "silent",
    COLDROUTE_ALERTS_TTL_S: "0",
    COLDROUTE_RISK_TTL_S: "0",
    COLDROUTE_TIMEOUT_MS: "50000",
    COLDROUTE_MAX_WAIT_MS: "50000",
  };
}

/**
 * Expects these progress steps of a call whose last request hangs. The call must stay open: clients of SDK 2.x drop a
 * step that arrives together with the result.
 */
async function seesSteps(
  client: Connected,
  sandbox: Sandbox,
  product: "alerts" | "tracking",
  [tool, args]: readonly [string, Record<string, unknown>],
  expected: readonly number[],
  total: number,
) {
  sandbox.inject({ product, kind: "hang", times: 1 });
  const cancel = new AbortController();
  const steps: unknown[] = [];
  const call = client.callTool(tool, args, { signal: cancel.signal, onprogress: (step) => steps.push(step) });
  const refused = expect(call).rejects.toThrow();
  await expect.poll(() => steps).toEqual(expected.map((progress) => expect.objectContaining({ progress, total })));
  cancel.abort();
  await refused;
}

describe.each(Object.entries(TRANSPORTS))("over %s", (transport, start) => {
  const open = {} as Record<ClientName, Open>;

  /** Each client has its own server, and each server its own sandbox. */
  beforeAll(async () => {
    await Promise.all(
      CLIENT_NAMES.map(async (name) => {
        const sandbox = await startSandbox({ clock: new ManualClock() });
        open[name] = { sandbox, client: await start(name, environmentOf(sandbox)) };
      }),
    );
  });

  afterAll(async () => {
    await Promise.all(
      Object.values(open).map(async ({ client, sandbox }) => {
        await client.close();
        await sandbox.close();
      }),
    );
  });

  test("all clients see identical tools and get the same answers [G-eras]", async () => {
    const seen = new Map<ClientName, unknown>();
    for (const name of CLIENT_NAMES) {
      const { client } = open[name];
      expect(client.version, name).toBe(VERSIONS[name]);
      seen.set(name, await seenBy(client));
    }
    for (const name of CLIENT_NAMES) expect(seen.get(name), name).toEqual(seen.get("1.x"));
  });

  test.each(CLIENT_NAMES)("%s gets a progress step for each package and each page of alerts", async (name) => {
    const { sandbox, client } = open[name];
    const ids = ["10045", "10046", "99999"];
    await seesSteps(client, sandbox, "tracking", ["track_package", { ids }], [1, 2], 3);
    const { alertCount, maxPageSize, tooLarge } = sandbox.settings;
    onTestFinished(() => void Object.assign(sandbox.settings, { alertCount, maxPageSize, tooLarge }));
    Object.assign(sandbox.settings, { alertCount: 50, maxPageSize: 10, tooLarge: "clamp" });
    sandbox.inject({ product: "alerts", kind: "pass", times: 4 });
    await seesSteps(client, sandbox, "alerts", ["check_heat_alerts", {}], [1, 2, 3, 4], 5);
  });

  // Over HTTP an earlier version cancels in a separate request. Without sessions, no server can relate it to the call.
  const cancelling =
    transport === "stdio" ? CLIENT_NAMES : CLIENT_NAMES.filter((name) => VERSIONS[name] === "2026-07-28");

  test.each(cancelling)("a call cancelled by %s ends", async (name) => {
    const { sandbox, client } = open[name];
    onTestFinished(() => sandbox.clearFaults());
    sandbox.inject({ product: "tracking", kind: "hang", times: "always" });
    const before = sandbox.requestsOf("tracking").length;
    const cancel = new AbortController();
    // A number of its own: with another one, the call would join the attempt of an earlier call.
    const call = client.callTool("track_package", { ids: ["10043"] }, { signal: cancel.signal });
    const refused = expect(call).rejects.toThrow();
    const asked = () => sandbox.requestsOf("tracking").slice(before);
    await expect.poll(asked).toHaveLength(1);
    cancel.abort();
    // The attempt on the wire ends by itself, and a later call may join it.
    await refused;
    expect(asked()).toHaveLength(1);
  });
});
