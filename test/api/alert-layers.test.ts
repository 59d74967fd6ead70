import { describe, expect, test } from "vitest";
import { layered } from "../../src/api/alert-layers.ts";
import { AlertPages } from "../../src/api/alert-pages.ts";
import type { AlertSet } from "../../src/api/api.ts";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { NOTHING } from "../support/alert-page.ts";

const OLD = "2026-07-09T12:03:00Z";
const NEW = "2026-07-09T13:03:00Z";

/** A whole of these records, or a part of one that was to have `total`. */
function reading(records: readonly ServiceRecord[], generatedAt: string, total = records.length): AlertSet {
  const pages = new AlertPages();
  const isWhole = total === records.length;
  const meta = { total, hasMore: !isWhole, page: 1, pageSize: records.length, generatedAt };
  pages.take(1, { ...NOTHING, ...meta, records }, 1);
  return pages.toSet(isWhole ? undefined : { reason: "failure" });
}

const phoenix = { zip: "85001", temperatureLevel: "SevereHot" };
const miami = { zip: "33101", temperatureLevel: "Hot" };
const nowhere = { temperatureLevel: "Hot" };

describe("alerts of two readings (DESIGN 4: keep what is certain)", () => {
  const older = reading([phoenix, nowhere], OLD);
  const later = reading([miami, { ...phoenix }, { ...nowhere }], NEW, 5);
  const both = layered(older, later, undefined);

  test("are told together, each once, the later first", () => {
    expect(both.records).toEqual([miami, phoenix, nowhere]);
    expect(both.at("85001")).toEqual([phoenix]);
    expect(both.at("33")).toEqual([miami]);
    expect(both).toMatchObject({ unplaced: 1, byLevel: { Hot: 2, SevereHot: 1 }, total: 5 });
  });

  test("keep an older one that differs from a later one in anything: nobody knows what its fields mean", () => {
    const dated = { ...phoenix, startsAt: "2026-07-11" };
    expect(layered(reading([dated], OLD), later, undefined).at("85001")).toEqual([phoenix, dated]);
  });

  test("are as old as the older, and as whole as is said", () => {
    expect(both).toMatchObject({ generatedAt: OLD, later: { generatedAt: NEW, incomplete: { pagesRead: 1 } } });
    expect(both).not.toHaveProperty("incomplete");
    expect(layered(older, later, later.incomplete).incomplete).toEqual(later.incomplete);
  });

  test("have no total where more came than was announced, and the older's where the later has none", () => {
    const one = reading([phoenix], OLD);
    expect(layered(one, reading([miami], NEW), undefined).total).toBeNull();
    expect(layered(reading([phoenix, miami], OLD), { ...reading([miami], NEW), total: null }, undefined).total).toBe(2);
  });

  test("keep apart what is later than the oldest, of however many readings", () => {
    const latest = reading([{ zip: "10001", temperatureLevel: "Warm" }], "2026-07-09T14:03:00Z", 9);
    const all = layered(both, latest, undefined);
    expect(all.records.map(({ zip }) => zip)).toEqual(["10001", "33101", "85001", undefined]);
    expect(all.later?.records.map(({ zip }) => zip)).toEqual(["10001", "33101", "85001", undefined]);
    expect(all.later).toMatchObject({ generatedAt: NEW, later: { generatedAt: latest.generatedAt } });
  });

  test("are put together once, however often they are told", () => {
    expect(layered(older, later, undefined).records).toBe(both.records);
  });
});

describe("pages of alerts that are read anew, since their data changed", () => {
  const anew = (records: readonly ServiceRecord[], total: number) => {
    const before = new AlertPages();
    before.take(1, { ...NOTHING, hasMore: true, generatedAt: OLD, records: [phoenix] }, 10);
    const pages = new AlertPages(before);
    pages.take(1, { ...NOTHING, hasMore: false, generatedAt: NEW, total, records }, 5);
    return pages;
  };

  test("are told and kept with those before as long as something is missing", () => {
    const pages = anew([miami], 2);
    expect(pages.toSet({ reason: "short" }).records).toEqual([miami, phoenix]);
    expect([pages.toSet({ reason: "answered" }).records, pages.keptBytes]).toEqual([[miami], 15]);
  });

  test("are told and kept alone once they are whole", () => {
    const pages = anew([miami], 1);
    expect([pages.toSet(undefined).records, pages.keptBytes]).toEqual([[miami], 5]);
  });
});
