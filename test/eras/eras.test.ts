import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { ClientName, Connected } from "./clients.ts";
import { CLIENT_NAMES, connectOverStdio } from "./clients.ts";

/** The ways to reach the server; each starts one against the environment given, and ends it with the test. */
const TRANSPORTS: Readonly<
  Record<string, (client: ClientName, environment: Readonly<Record<string, string>>) => Promise<Connected>>
> = {
  stdio: connectOverStdio,
};

const VERSIONS: Readonly<Record<ClientName, string | undefined>> = {
  "1.x": undefined,
  "2.x legacy": "2025-11-25",
  "2.x auto": "2026-07-28",
  "2.x pinned": "2026-07-28",
};

const CALLS = [
  ["check_heat_alerts", { locations: ["85001", "802"] }],
  ["get_five_day_risk", { locations: "331", days: 2 }],
  ["plan_shipment", { origin: "38118", destination: "85001", parcel: { length: 10, width: 8, height: 6, weight: 5 } }],
  ["track_package", { ids: ["10045", "99999"] }],
  ["track_package", { ids: [] }],
] as const;

/** Everything that a client gets to see, but for ids, ages and times, and what only one era has room for. */
async function seenBy(client: Connected) {
  const { tools } = await client.listTools();
  const answers: unknown[] = [];
  for (const [name, args] of CALLS) answers.push(lasting(await client.callTool(name, args)));
  return { tools, answers };
}

function lasting(result: Record<string, unknown>): unknown {
  const text = JSON.stringify(result, (key, value: unknown) =>
    ["requestIds", "ageSeconds", "hoursSinceLastScan", "io.modelcontextprotocol/serverInfo"].includes(key)
      ? undefined
      : value,
  );
  const TIME = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?/g;
  return JSON.parse(
    text
      .replaceAll(TIME, "<time>")
      .replaceAll(/shp_\w+/g, "<id>")
      .replaceAll(/[\d.]+ (?:s|h) ago/g, "<age>"),
  );
}

async function environment() {
  const service = await startSandbox({ clock: new ManualClock() });
  onTestFinished(() => service.close());
  return {
    ...service.environment,
    COLDROUTE_LOG_LEVEL: "silent",
    COLDROUTE_ALERTS_TTL_S: "0",
    COLDROUTE_RISK_TTL_S: "0",
  };
}

describe.each(Object.entries(TRANSPORTS))("over %s", (_, start) => {
  test("all clients see the same tools to the letter, and get the same answers", async () => {
    const seen = new Map<ClientName, unknown>();
    for (const name of CLIENT_NAMES) {
      const client = await start(name, await environment());
      onTestFinished(() => client.close());
      expect(client.version, name).toBe(VERSIONS[name]);
      seen.set(name, await seenBy(client));
    }
    for (const name of CLIENT_NAMES) expect(seen.get(name), name).toEqual(seen.get("1.x"));
  });
});
