import { describe, expect, test } from "vitest";
import { layered } from "../../src/api/alert-layers.ts";
import { AlertPages } from "../../src/api/alert-pages.ts";
import { type Begun, bytesKept, sinceOf, startedOver, toldOf } from "../../src/api/alert-reading.ts";
import type { AlertSet } from "../../src/api/api.ts";
import type { ServiceRecord } from "../../src/api/schema.ts";
import { elapsedMs, type Moment, moment } from "../../src/runtime/clock.ts";
import { NOTHING } from "../support/alert-page.ts";
import { ManualClock } from "../support/manual-clock.ts";

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

describe("a reading of alerts that starts over, since their data changed", () => {
  const clock = new ManualClock();
  const cutOff = (record: ServiceRecord, since: Moment, before: readonly Begun[] = []): Begun => {
    const pages = new AlertPages();
    pages.take(1, { ...NOTHING, hasMore: true, generatedAt: OLD, records: [record] }, 10);
    return { pages, since, before };
  };
  const anew = (total: number) => {
    const reading = startedOver(cutOff(phoenix, moment(clock)), clock);
    reading.pages.take(1, { ...NOTHING, hasMore: false, generatedAt: NEW, total, records: [miami] }, 5);
    return reading;
  };

  test.each(["short", "answered"] as const)(
    "is told and kept with that before as long as something is missing: %s",
    (reason) => {
      expect(toldOf(anew(2), { reason })).toMatchObject({
        records: [miami, phoenix],
        incomplete: { reason, pagesRead: 1 },
      });
      expect(bytesKept(anew(2))).toBe(15);
    },
  );

  test("is told alone once it is whole", () => {
    expect(toldOf(anew(1), undefined).records).toEqual([miami]);
  });

  test("does not pile up where each is cut off by newer data, and is as old as what is told", async () => {
    let reading = anew(9);
    for (let times = 1; times <= 20; times += 1) {
      await clock.advance(1_000);
      reading = startedOver(reading, clock);
      reading.pages.take(1, { ...NOTHING, hasMore: true, records: [{ zip: `${10_000 + times}` }] }, 5);
    }
    const told = toldOf(reading, { reason: "failure" });
    expect(told.records.map(({ zip }) => zip)).toEqual(["10020", "10019", "10018"]);
    expect([bytesKept(reading), elapsedMs(clock, sinceOf(reading, told))]).toEqual([15, 2_000]);
    expect(elapsedMs(clock, sinceOf(reading, toldOf(reading, undefined)))).toBe(0);
  });
});
