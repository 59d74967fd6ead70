import { readFileSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { TOOL_NAMES } from "../../src/domain/tool-list.ts";
import { BOX } from "../support/samples.ts";

const text = readFileSync("docs/outputs.md", "utf8");
const PLAN = { ...BOX, deliveryByDate: "2027-01-04", isRefrigerated: true, checkHeat: true };

/** Members that hold the service's own fields or words. */
const AS_SENT = new Set(["record", "alerts", "risk", "by", "byLevel", "byState", "below", "horizon"]);

/** The names of all members of a value, without the service's own. */
function names(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(names);
  return Object.entries(value).flatMap(([name, member]) => [name, ...(AS_SENT.has(name) ? [] : names(member))]);
}

let fields: ReadonlySet<string>;
beforeAll(() => {
  fields = new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.match(/\w+/g) ?? []));
});

const CASES: readonly (readonly [tool: string, args: object])[] = [
  ["check_heat_alerts", { locations: ["Phoenix, AZ"] }],
  ["get_five_day_risk", { days: 2 }],
  ["get_five_day_risk", { locations: ["TX", "Nome, AK"] }],
  ["get_five_day_risk", { locations: ["TX", "Nome, AK", "Reno, NV", "Miami, FL"], minRisk: "High" }],
  ["plan_shipment", { ...PLAN, detail: "full" }],
  ["plan_shipment", { ...PLAN, shipDates: ["2027-01-02", "2027-01-03"], deliveryByDate: undefined }],
  ["track_package", { ids: ["10045", "10046", "99999"], checkHeat: true, detail: "full" }],
];

test("every tool has a case", () => {
  expect([...new Set(CASES.map(([tool]) => tool))]).toEqual(TOOL_NAMES);
});

test.each(CASES)("docs/outputs.md describes every member that %s answers to %j", async (tool, args) => {
  const app = await createApp({ environment: { COLDROUTE_LOG_LEVEL: "silent" }, sandbox: true });
  onTestFinished(() => app.close());
  const catalogue = await app.catalogue();
  const result = await catalogue.call(tool, args, { signal: new AbortController().signal });
  if ("noSuchTool" in result || result.isError === true) throw new Error(JSON.stringify(result));
  const answered = names(result.structuredContent).filter((name) => name !== "riskLevel");
  // Every answer has a headline and notes.
  expect(answered.length).toBeGreaterThan(2);
  expect(answered.filter((name) => !fields.has(name))).toEqual([]);
});
