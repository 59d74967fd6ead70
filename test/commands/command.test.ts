import { expect, test } from "vitest";
import { readNumber } from "../../src/commands/command.ts";

test("an option accepts whole numbers up to its maximum, and nothing else", () => {
  const read = (value: string | undefined) => readNumber("--port", value, 3_000, 65_535);
  expect([undefined, "0", "65535"].map(read)).toEqual([3_000, 0, 65_535]);
  for (const value of ["65536", "-1", "1.5", "1e3", "", " 1"]) expect(() => read(value), value).toThrow("--port");
});
