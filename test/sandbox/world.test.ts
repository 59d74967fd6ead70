import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/runtime/clock.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { placeOf } from "../../src/sandbox/world/places.ts";
import { weatherOf } from "../../src/sandbox/world/weather.ts";
import { PLAN } from "./plan.ts";
import { running } from "./running.ts";

const JULY = Date.parse("2026-07-09T12:30:00Z");

function clockAt(nowMs: number): Clock {
  return { ...systemClock, nowMs: () => nowMs };
}

describe("the sandbox's world", () => {
  test("is warmer in the south and in summer, and severe in the desert in any season", () => {
    for (const month of ["01", "04", "07", "10"]) {
      const maximumF = weatherOf(Date.parse(`2026-${month}-15T12:00:00Z`), 1);
      expect(maximumF(placeOf("85001"))).toBeGreaterThan(102);
      expect(maximumF(placeOf("33101"))).toBeGreaterThan(maximumF(placeOf("58501")));
    }
    const place = placeOf("55401");
    expect(weatherOf(JULY, 1)(place)).toBeGreaterThan(weatherOf(JULY + 182 * 86_400_000, 1)(place));
  });

  test("depends on seed and clock alone", async () => {
    const look = async (seed: number, nowMs: number): Promise<readonly unknown[]> => {
      const { client } = await running({ seed, clock: clockAt(nowMs) });
      return [
        (await client.alerts()).json,
        (await client.risk("?granularity=zip5")).json,
        (await client.package("10045")).json,
        (await client.plan(PLAN)).json,
      ];
    };
    const first = await look(1, JULY);
    expect(await look(1, JULY)).toEqual(first);
    expect((await look(2, JULY))[0]).not.toEqual(first[0]);
    expect((await look(1, JULY + 86_400_000))[2]).not.toEqual(first[2]);
  });
});
