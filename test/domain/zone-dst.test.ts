import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { scanTime } from "../../src/domain/package-times.ts";
import { localClock, slackToDayEnd } from "../../src/domain/slack.ts";
import { instantsAt, loadZones, resolveZone, startOfDay, wallAt, type Zone } from "../../src/domain/zone.ts";
import { placeOfZip, zipsUnder } from "../../src/places/zip-codes.ts";

beforeAll(loadZones);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every zone of the United States, territories included: hours from UTC in winter, and whether clocks change. */
const US_ZONES: readonly (readonly [name: string, standardHours: number, changes: boolean])[] = [
  ...["New_York", "Detroit", "Kentucky/Louisville", "Kentucky/Monticello"].map(
    (name) => [`America/${name}`, -5, true] as const,
  ),
  ...["Indianapolis", "Vincennes", "Winamac", "Marengo", "Petersburg", "Vevay"].map(
    (name) => [`America/Indiana/${name}`, -5, true] as const,
  ),
  ...["Chicago", "Menominee", "Indiana/Knox", "Indiana/Tell_City"].map(
    (name) => [`America/${name}`, -6, true] as const,
  ),
  ...["Center", "New_Salem", "Beulah"].map((name) => [`America/North_Dakota/${name}`, -6, true] as const),
  ["America/Denver", -7, true],
  ["America/Boise", -7, true],
  ["America/Phoenix", -7, false],
  ["America/Los_Angeles", -8, true],
  ...["Anchorage", "Juneau", "Sitka", "Metlakatla", "Yakutat", "Nome"].map(
    (name) => [`America/${name}`, -9, true] as const,
  ),
  ["America/Adak", -10, true],
  ["Pacific/Honolulu", -10, false],
  ["America/Puerto_Rico", -4, false],
  ["America/St_Thomas", -4, false],
  ["Pacific/Guam", 10, false],
  ["Pacific/Saipan", 10, false],
  ["Pacific/Pago_Pago", -11, false],
  ["Pacific/Wake", 12, false],
  // Freely associated states, which the post delivers to.
  ["Pacific/Palau", 9, false],
  ["Pacific/Chuuk", 10, false],
  ["Pacific/Kosrae", 11, false],
  ["Pacific/Pohnpei", 11, false],
  ["Pacific/Kwajalein", 12, false],
  ["Pacific/Majuro", 12, false],
];

const YEARS = [2024, 2025, 2026, 2027, 2028, 2029, 2030];

/** The day of the month of the `nth` Sunday. */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((7 - first) % 7) + 7 * (nth - 1);
}

/** The two instants of a year at which a zone's clocks change (15 U.S.C. 260a): 2 a.m. on the second Sunday of March and the first of November. */
function changesOf(year: number, standardHours: number): readonly [forwardMs: number, backMs: number] {
  return [
    Date.UTC(year, 2, sunday(year, 2, 2), 2 - standardHours),
    Date.UTC(year, 10, sunday(year, 10, 1), 2 - (standardHours + 1)),
  ];
}

/** Hours from UTC at an instant, by the law alone. */
function lawfulHours(instantMs: number, standardHours: number, changes: boolean): number {
  const [forwardMs, backMs] = changesOf(new Date(instantMs).getUTCFullYear(), standardHours);
  return changes && instantMs >= forwardMs && instantMs < backMs ? standardHours + 1 : standardHours;
}

/** Every instant at which the zone's clocks show `wallMs`, by the law alone. */
function lawfulInstants(wallMs: number, standardHours: number, changes: boolean): readonly number[] {
  return [standardHours + 1, standardHours]
    .map((hours) => ({ hours, instantMs: wallMs - hours * HOUR_MS }))
    .filter(({ hours, instantMs }) => lawfulHours(instantMs, standardHours, changes) === hours)
    .map(({ instantMs }) => instantMs);
}

function zone(name: string): Zone {
  const found = resolveZone(name);
  if (found === undefined) throw new Error(`no zone ${name}`);
  return found;
}

const wallText = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 19);

/** A time near a change of that zone, or, where clocks do not change, of its neighbours. */
const moments = fc
  .record({
    zone: fc.constantFrom(...US_ZONES),
    year: fc.constantFrom(...YEARS),
    isForward: fc.boolean(),
    // Hours from a change, or any time of the year.
    awayS: fc.oneof(
      fc.integer({ min: -4 * 3_600, max: 4 * 3_600 }),
      fc.integer({ min: -90 * 86_400, max: 90 * 86_400 }),
    ),
  })
  .map(({ zone: [name, standardHours, changes], year, isForward, awayS }) => {
    const [forwardMs, backMs] = changesOf(year, standardHours);
    return { name, standardHours, changes, instantMs: (isForward ? forwardMs : backMs) + awayS * 1_000 };
  });

describe("local times of the United States, 2024 to 2030", () => {
  test("are told for every zone that a ZIP code may have", () => {
    const zips = Array.from({ length: 10 }, (_, digit) => zipsUnder(String(digit))).flat();
    const zones = new Set(zips.flatMap((zip) => placeOfZip(zip)?.zone ?? []));
    const tested: readonly string[] = US_ZONES.map(([name]) => name);
    expect(zones.size).toBeGreaterThan(35);
    expect([...zones].filter((name) => !tested.includes(name))).toEqual([]);
  });

  test("change when the law says, to the second, in every zone", () => {
    for (const [name, standardHours, changes] of US_ZONES) {
      for (const changeMs of YEARS.flatMap((year) => changesOf(year, standardHours))) {
        for (const instantMs of [changeMs - DAY_MS, changeMs - 1_000, changeMs, changeMs + 1_000, changeMs + DAY_MS]) {
          const wallMs = instantMs + lawfulHours(instantMs, standardHours, changes) * HOUR_MS;
          expect(wallAt(zone(name), instantMs), `${name} ${wallText(instantMs)}`).toBe(wallMs);
          expect(instantsAt(zone(name), wallMs), `${name} ${wallText(wallMs)}`).toEqual(
            lawfulInstants(wallMs, standardHours, changes),
          );
        }
      }
    }
  });

  test("lead to their instant and back: none in the hour that is skipped, two in the hour that comes twice", () => {
    fc.assert(
      fc.property(moments, ({ name, standardHours, changes, instantMs }) => {
        // As if it were a wall clock too, so that the skipped hour is met.
        const wallMs = instantMs + standardHours * HOUR_MS;
        const instants = instantsAt(zone(name), wallMs);
        expect(instants).toEqual(lawfulInstants(wallMs, standardHours, changes));
        for (const one of instants) expect(wallAt(zone(name), one)).toBe(wallMs);
        expect(instantsAt(zone(name), wallAt(zone(name), instantMs))).toContain(instantMs);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a scan are given an instant only where there is exactly one", () => {
    fc.assert(
      fc.property(moments, ({ name, standardHours, changes, instantMs }) => {
        const wallMs = instantMs + standardHours * HOUR_MS;
        const [only, second] = lawfulInstants(wallMs, standardHours, changes);
        expect(scanTime(wallText(wallMs), name, true).instantMs).toBe(second === undefined ? only : undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  test("begin each day at its midnight, and leave as much of it as there is", () => {
    fc.assert(
      fc.property(moments, ({ name, standardHours, changes, instantMs }) => {
        const localMs = instantMs + lawfulHours(instantMs, standardHours, changes) * HOUR_MS;
        const midnightMs = Math.floor(localMs / DAY_MS) * DAY_MS;
        const [startMs = Number.NaN] = lawfulInstants(midnightMs, standardHours, changes);
        const [endMs = Number.NaN] = lawfulInstants(midnightMs + DAY_MS, standardHours, changes);
        expect(startOfDay(zone(name), midnightMs)).toBe(startMs);
        const arrival = new Date(instantMs).toISOString();
        const date = wallText(localMs).slice(0, 10);
        expect(localClock(arrival, name)).toEqual({ date, time: wallText(localMs).slice(11, 16) });
        const slack = slackToDayEnd(arrival, name, date);
        expect(slack).toMatchObject({ arrivesInTime: true });
        expect(Math.abs((slack?.slackHours ?? Number.NaN) - (endMs - instantMs) / HOUR_MS)).toBeLessThan(0.1);
        const dayBefore = wallText(midnightMs - DAY_MS).slice(0, 10);
        expect(slackToDayEnd(arrival, name, dayBefore)).toMatchObject({ arrivesInTime: instantMs <= startMs });
      }),
      { numRuns: 1_000 },
    );
  });
});
