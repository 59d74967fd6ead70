import { expect, test } from "vitest";
import { instantsAt, resolveZone, wallAt } from "../../src/domain/zone.ts";
import { placeOfZip, zipsUnder } from "../../src/places/zip-codes.ts";

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

/** The clock changes of a year (15 U.S.C. 260a): 2 a.m. on the second Sunday of March, and the first of November. */
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

function zone(name: string): string {
  const found = resolveZone(name);
  if (found === undefined) throw new Error(`no zone ${name}`);
  return found;
}

test("the table includes every zone that a ZIP may have", () => {
  const zips = Array.from({ length: 10 }, (_, digit) => zipsUnder(String(digit))).flat();
  const zones = new Set(zips.flatMap((zip) => placeOfZip(zip)?.zone ?? []));
  const tested: readonly string[] = US_ZONES.map(([name]) => name);
  expect(zones.size).toBeGreaterThan(35);
  expect([...zones].filter((name) => !tested.includes(name))).toEqual([]);
});

test.each(US_ZONES)(
  "clocks of %s change when the law says, to the second, from 2024 to 2030",
  (name, standardHours, changes) => {
    for (const changeMs of YEARS.flatMap((year) => changesOf(year, standardHours))) {
      for (const awayMs of [-DAY_MS, -HOUR_MS, -1_000, 0, 1_000, HOUR_MS, DAY_MS]) {
        const instantMs = changeMs + awayMs;
        const hours = lawfulHours(instantMs, standardHours, changes);
        // The clock of the instant, and the hour that is skipped or comes twice.
        for (const wallMs of [instantMs + hours * HOUR_MS, instantMs + standardHours * HOUR_MS]) {
          const instants = lawfulInstants(wallMs, standardHours, changes);
          expect(instantsAt(zone(name), wallMs)).toEqual(instants);
          for (const one of instants) expect(wallAt(zone(name), one)).toBe(wallMs);
        }
      }
    }
  },
);
