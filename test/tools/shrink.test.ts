import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leftOutText } from "../../src/tools/left-out.ts";
import { CUTS, shrink, tidy } from "../../src/tools/shrink.ts";
import { shipment } from "./samples.ts";
import { plan, planShipment } from "./situation.ts";
import { ask } from "./written-api.ts";

const { recommendedShipmentService: service } = shipment;

function route(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    zip: String(38_101 + index),
    type: "HUB",
    dateTime: "2026-07-10T04:10:00Z",
    stdDevMinutes: 45,
  }));
}

function planned(points: readonly object[]) {
  const risk = { ...service.risk, predictedRoute: points };
  return { shipment: { ...shipment, recommendedShipmentService: { ...service, risk } } };
}

describe("cutting", () => {
  it("shows a long route whole while the answer keeps its size", async () => {
    const written = planned(route(30));
    const { structured, notes } = await ask(planShipment, plan, written, { showRecipient: true });
    const { returnAddress: _, ...rest } = written.shipment;
    expect(structured["shipment"]).toEqual(rest);
    expect(notes.join()).not.toContain("left out");
  });

  it("drops whole route points from the end, counts them, and invents none", async () => {
    const points = route(200);
    const { text, structured, notes } = await ask(planShipment, plan, planned(points));
    const { recommendedShipmentService: sent } = structured["shipment"] as typeof shipment;
    const kept = sent.risk.predictedRoute;
    expect(kept.length).toBeGreaterThan(5);
    expect(kept).toEqual(points.slice(0, kept.length));
    expect(notes.join()).toContain(`${200 - kept.length} of 200 route points`);
    expect(text).not.toMatch(/not given/);
  });

  it("leaves every kept list entry as it was, at any limit", () => {
    const entry = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer(), { maxKeys: 50 });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.constantFrom(...CUTS), (entries, limits) => {
        const { value, leftOut } = shrink(
          tidy({ list: entries, other: 1 }, new Set(["list"])),
          limits,
          new Set(["list"]),
        );
        expect(value.list).toEqual(entries.slice(0, value.list.length));
        const gone = entries.length - value.list.length;
        expect(leftOutText({ ...leftOut, fields: 0 })).toBe(
          gone === 0 ? undefined : `${gone} of ${entries.length} entries of list`,
        );
      }),
    );
  });

  it("counts what lies beyond any answer, too", () => {
    const { value, leftOut } = tidy({ list: Array.from({ length: 9_000 }, () => ({ a: 1, b: 2 })) });
    expect(value.list.every(({ a, b }) => a === 1 && b === 2)).toBe(true);
    expect(leftOutText(leftOut)).toBe(`${9_000 - value.list.length} of 9000 entries of list`);
    const [first] = CUTS;
    const cut = shrink({ value, leftOut }, { ...first, items: 3 });
    expect(leftOutText(cut.leftOut)).toBe("8997 of 9000 entries of list");
  });
});
