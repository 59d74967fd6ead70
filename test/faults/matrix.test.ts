import { beforeAll, describe, expect, test } from "vitest";
import { FAULTS } from "./faults.ts";
import { type Cell, describeCell, LASTINGS, print, runMatrix } from "./matrix.ts";
import { OPERATIONS } from "./operations.ts";

describe("fault matrix: every operation under every fault (DESIGN 4)", () => {
  let cells: readonly Cell[] = [];
  beforeAll(async () => {
    cells = await runMatrix();
    console.log(print(cells));
  }, 120_000);

  const rows = LASTINGS.flatMap((lasting) =>
    FAULTS.filter(({ lasts }) => lasts.includes(lasting)).map((fault) => [fault.name, lasting, fault] as const),
  );
  test.each(rows)("%s, %s", (_, lasting, fault) => {
    const row = cells.filter((cell) => cell.fault === fault && cell.lasting === lasting);
    expect(row).toHaveLength(OPERATIONS.length);
    expect(row.filter(({ differences }) => differences.length > 0).map(describeCell)).toEqual([]);
  });
});
