import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encodePlaces } from "../../scripts/places/encode.ts";
import { nearestKm, readTowns, readZips } from "../../scripts/places/sources.ts";
import { readPlace } from "../../src/places/read-place.ts";

test("the committed places file is what `npm run script -- places` makes", { timeout: 120_000 }, () => {
  const committed = readFileSync("src/places/us-places.txt", "latin1");
  expect(committed === encodePlaces()).toBe(true);
});

test("no town is far from the ZIPs of its name and state", () => {
  const rows = new Map(readZips().map((row) => [row.zip, row]));
  const far = readTowns()
    .filter(({ state, population }) => state !== undefined && population >= 15_000)
    .filter(({ name, state, at }) => {
      const reading = readPlace(`${name}, ${state}`);
      const zips = reading.kind === "place" ? reading.place.areas : [];
      return (
        nearestKm(
          at,
          zips.flatMap((zip) => rows.get(zip) ?? []),
        ) > 50
      );
    });
  // Chatham is a quarter of Chicago; the gazetteer misplaces the other two.
  expect(far.map(({ name, state }) => `${name}, ${state}`).sort()).toEqual([
    "Chatham, IL",
    "Jackson, NJ",
    "Voorhees, NJ",
  ]);
});
