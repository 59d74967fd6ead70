import { describe, expect, test } from "vitest";
import { MAIN_FILE } from "../support/server-process.ts";
import { OPENINGS, runMasses, runSeed } from "./storm.ts";

describe("the server under a storm of valid, nearly valid and hostile lines", () => {
  // `npm run fuzz` draws other seeds.
  test.each([4, 5, 7])("answers each request of seed %i once, and works afterwards", async (seed) => {
    expect(await runSeed(seed, MAIN_FILE)).toBe("");
  });

  test.each(Object.entries(OPENINGS))("bears long, deep and wide lines, and many, after %s", async (_, opening) => {
    expect(await runMasses(opening, MAIN_FILE)).toEqual([]);
  });
});
