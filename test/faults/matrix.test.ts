import { beforeAll, describe, expect, test } from "vitest";
import { type Cell, describeCell, print, ROWS, runMatrix } from "./matrix.ts";
import { OPERATIONS } from "./operations.ts";

describe("fault matrix: every operation under every fault (DESIGN 4)", () => {
  let cells: readonly Cell[] = [];
  beforeAll(async () => {
    cells = await runMatrix();
    console.log(print(cells));
  }, 300_000);

  test.each(ROWS.map(([fault, moment]) => [fault.name, moment, fault] as const))("%s, %s", (_, moment, fault) => {
    const row = cells.filter((cell) => cell.fault === fault && cell.moment === moment);
    expect(row).toHaveLength(OPERATIONS.length);
    expect(row.filter(({ differences }) => differences.length > 0).map(describeCell)).toEqual([]);
  });
});
