import { zipsUnder } from "../../src/places/zip-codes.ts";
import type { Effect } from "../../src/sandbox/faults.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { defaultSettings } from "../../src/sandbox/settings.ts";

/** The simulated service in a process of its own. Takes its settings as JSON, prints its environment, then serves. */
const {
  latencyMs = 0,
  isWide = false,
  ...given
} = JSON.parse(process.argv[2] ?? "{}") as {
  readonly latencyMs?: number;
  /** The risk of a day covers every known ZIP. */
  readonly isWide?: boolean;
};
const settings = { ...defaultSettings(), ...given };
const zips = isWide ? Array.from("0123456789", zipsUnder).flat() : [];
const LEVELS = ["Low", "Low", "Low", "Moderate", "Moderate", "High", "Severe"];
const wide: Effect["replace"] = (right) => {
  const data = zips.map((zip, index) => ({
    zip,
    riskLevel: LEVELS[(index * 7919) % LEVELS.length],
    heatIndex: 70 + (index % 40),
  }));
  return {
    ...right,
    body: { data, meta: { generatedAt: new Date().toISOString(), total: data.length, granularity: "zip5" } },
  };
};
const sandbox = await startSandbox({
  settings,
  disturb: ({ origin, query }) => {
    const isReplaced = isWide && origin === "risk" && query.get("granularity") === "zip5";
    return { processed: true, delayMs: latencyMs, ...(isReplaced && { replace: wide }) };
  },
});
process.stdout.write(`${JSON.stringify(sandbox.environment)}\n`);
process.stdin.resume().once("end", () => process.exit(0));
