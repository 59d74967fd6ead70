import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/domain/record.ts";
import { askScripted } from "../support/asking.ts";
import { alert, BOX, parcel, scan, sendsAlerts, sendsRisk, shipment } from "../support/samples.ts";
import type { Scripts } from "../support/scripted-service.ts";

/** `PROPERTY_SEED=7` asks other questions; a failure prints its seed. */
const seed = Number(process.env["PROPERTY_SEED"] ?? 20_261_124);
const NUM_RUNS = 15;
const MAX_CHARS = 20_000;

const manyNames = (count: number, value: unknown): JsonRecord =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, value]));

const long = "word ".repeat(200);

/** Values that are long, numerous or deep; a text may differ in each record. */
const huge = fc.constantFrom<((index: number) => unknown)[]>(
  () => long,
  (index) => `${index} ${long}`,
  (index) => "9".repeat(1_000) + index,
  () => "850",
  (index) => index,
  () => Array.from({ length: 30 }, () => long),
  () => Array.from({ length: 15 }, () => manyNames(15, "x".repeat(300))),
  () => manyNames(13, manyNames(13, "some words")),
  () => null,
);

/** The record with `value` at `path`, in 60 items of each list on the path; `*` adds 15 members instead. */
function replaced(record: JsonRecord, path: readonly string[], value: unknown): JsonRecord {
  const [name = "", ...rest] = path;
  if (name === "*") return { ...record, ...manyNames(15, value) };
  const member = record[name];
  if (rest.length === 0 || typeof member !== "object" || member === null) return { ...record, [name]: value };
  if (Array.isArray(member))
    return {
      ...record,
      [name]: Array.from({ length: 60 }, (_, at) =>
        replaced((member[at % member.length] ?? {}) as JsonRecord, rest, value),
      ),
    };
  return { ...record, [name]: replaced(member as JsonRecord, rest, value) };
}

/** The paths of all members, those of lists by their items, and `*`. */
function pathsOf(record: JsonRecord): readonly (readonly string[])[] {
  const inner = Object.entries(record).flatMap(([name, member]) => {
    const item: unknown = Array.isArray(member) ? member[0] : member;
    const below = typeof item === "object" && item !== null ? pathsOf(item as JsonRecord) : [];
    return [[name], ...below.map((path) => [name, ...path])];
  });
  return [...inner, ["*"]];
}

const RECORDS = {
  check_heat_alerts: alert("85001", "SevereHot"),
  get_five_day_risk: { zip: "850", date: "2026-11-24", riskLevel: "Low" },
  plan_shipment: shipment(),
  track_package: parcel({ orderNumber: "20045", events: [scan("2026-11-22T16:24:00", "Departed facility")] }),
} as const;

const ARGUMENTS = {
  check_heat_alerts: {},
  get_five_day_risk: {},
  plan_shipment: BOX,
  track_package: { ids: ["20045"] },
} as const;

const zip3 = (index: number): string => String(index).padStart(3, "0");

/** A service that sends each record as `recordOf` changes it. */
function serving(recordOf: (index: number, sent: JsonRecord) => JsonRecord): Scripts {
  const many = (sent: (index: number) => JsonRecord) =>
    Array.from({ length: 40 }, (_, index) => recordOf(index, sent(index)));
  return {
    alerts: (request) => sendsAlerts(many((index) => alert(String(85_001 + 7 * index), "Hot")))(request),
    risk: (request) => sendsRisk(() => many((index) => ({ ...RECORDS.get_five_day_risk, zip: zip3(index) })))(request),
    planning: () => ({ status: 200, json: recordOf(0, RECORDS.plan_shipment) }),
    tracking: () => ({ status: 200, json: recordOf(0, RECORDS.track_package) }),
  };
}

describe("an answer to default arguments [G-untrusted]", () => {
  test.each(Object.keys(RECORDS) as (keyof typeof RECORDS)[])(
    "has at most 20,000 characters whatever the service sends: %s",
    async (tool) => {
      const replacements = fc.array(fc.tuple(fc.constantFrom(...pathsOf(RECORDS[tool])), huge), {
        minLength: 1,
        maxLength: 12,
      });
      let current: readonly (readonly [readonly string[], (index: number) => unknown])[] = [];
      const { ask, clock } = await askScripted(
        serving((index, sent) => current.reduce((record, [path, value]) => replaced(record, path, value(index)), sent)),
        { COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_RISK_TTL_S: "0" },
      );
      await fc.assert(
        fc.asyncProperty(replacements, async (given) => {
          current = given;
          const { text, structured } = await ask(tool, ARGUMENTS[tool]);
          await clock.advance(1);
          expect([text.length <= MAX_CHARS, text.length]).toEqual([true, text.length]);
          const json = JSON.stringify(structured).length;
          expect([json <= MAX_CHARS, json]).toEqual([true, json]);
        }),
        { seed, numRuns: NUM_RUNS },
      );
    },
    60_000,
  );
});
