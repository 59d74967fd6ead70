import { expect, test } from "vitest";
import type { AlertSet } from "../../src/api/model/api.ts";
import { heatFacts } from "../../src/tools/check-heat-alerts/facts.ts";
import { input } from "../../src/tools/check-heat-alerts/schema.ts";

/** As many alerts as there are ZIPs, in order, the rare level last. */
const records = Array.from({ length: 41_000 }, (_, index) => ({
  zip: String(1_001 + index * 2).padStart(5, "0"),
  temperatureLevel: index < 40_900 ? "Warm" : "SevereHot",
}));
const setOf = (of: readonly object[]) => ({ records: of, granularity: null }) as unknown as AlertSet;
const marksIn = async (set: AlertSet) => (await heatFacts(await input.parseAsync({}), set, undefined)).marks();
const marks = (of: readonly object[]) => marksIn(setOf(of));

test("41,000 alerts are marked by area, every level of each", async () => {
  const [rare, frequent] = await marks(records);
  expect(rare?.[0]).toBe("SevereHot");
  expect(frequent?.[0]).toBe("Warm");
  const areas = frequent?.[1].split(" ") ?? [];
  expect(areas).toHaveLength(new Set(areas).size);
  expect([areas[0], areas.at(-1)]).toEqual(["010", "827"]);
  expect(JSON.stringify(await marks(records)).length).toBeLessThanOrEqual(30_100);
});

test("the marks of a reading are made once", async () => {
  const set = setOf(records);
  expect(await marksIn(set)).toBe(await marksIn(set));
});

test("few alerts are all marked, except those that no map of the United States shows", async () => {
  const hot = { temperatureLevel: "Hot" };
  const abroad = { ...hot, zip: "28001", country: "ES" };
  expect(await marks([{ ...hot, zip: "85001" }, { ...hot, zip: "850" }, abroad, { zip: "M5V 2T6" }, {}])).toEqual([
    ["level not given", ""],
    ["Hot", "85001 850"],
  ]);
});
