import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";

/** The least that is asked of each tool, and the questions of the demo that name no limit. */
const parcel = { length: 12, width: 10, height: 8, weight: 5 };
const shipment = { origin: "38118", destination: "33101", parcel };
const flat: readonly (readonly [string, object])[] = [
  ["check_heat_alerts", {}],
  ["check_heat_alerts", { locations: ["85001", "80202"] }],
  ["check_heat_alerts", { locations: ["Phoenix, AZ", "Texas"] }],
  ["get_five_day_risk", {}],
  ["get_five_day_risk", { locations: ["Miami"] }],
  ["get_five_day_risk", { locations: ["Phoenix, AZ"], days: 5 }],
];
const asSent: readonly (readonly [string, object])[] = [
  ["plan_shipment", shipment],
  [
    "plan_shipment",
    { ...shipment, destination: { zipCode: "33101", city: "Miami", state: "FL" }, isRefrigerated: true },
  ],
  ["track_package", { ids: ["10045"] }],
  ["track_package", { ids: ["10043"] }],
];

describe("a default answer of the sandbox, whole, in o200k_base tokens", () => {
  let app: App;
  beforeAll(async () => {
    app = await createApp({ environment: { COLDROUTE_LOG_LEVEL: "silent" }, sandbox: true });
  });
  afterAll(() => app.close());

  async function tokensOf(tool: string, args: object): Promise<{ text: number; structured: number }> {
    const result = await (await app.catalogue()).call(tool, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result || result.isError === true) throw new Error(JSON.stringify(result));
    const text = result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return { text: countTokens(text), structured: countTokens(JSON.stringify(result.structuredContent)) };
  }

  it.each([...flat, ...asSent])("%s %j: 400 of text at most", async (tool, args) => {
    expect((await tokensOf(tool, args)).text).toBeLessThanOrEqual(400);
  });

  it.each(flat)("%s %j: 400 of structured content at most", async (tool, args) => {
    expect((await tokensOf(tool, args)).structured).toBeLessThanOrEqual(400);
  });

  // The contract has these as sent, every field that the specification shows under its own name: 250 tokens of names.
  it.each(asSent)("%s %j: 500 of structured content at most, the record as sent", async (tool, args) => {
    expect((await tokensOf(tool, args)).structured).toBeLessThanOrEqual(500);
  });
});
