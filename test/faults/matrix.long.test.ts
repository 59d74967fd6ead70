import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { type Judged, runCell } from "./cell.ts";
import { FAULTS, type FaultRow, type Lasting } from "./faults.ts";
import { OPERATIONS } from "./operations.ts";

/** Most cells wait most of the time. Heavy cells run alone. */
const AT_ONCE = 56;
/** Many times what an idle machine needs. */
const TIMEOUT_MS = 300_000;

/** Rows that look alike to the client recover alike: only the first of them runs with a fault that ends. */
function lastings({ seen, lasts }: FaultRow, index: number): readonly Lasting[] {
  const isFirst = FAULTS.findIndex((other) => isDeepStrictEqual(other.seen, seen)) === index;
  return isFirst ? lasts : lasts.filter((each) => each !== "once");
}

const ROWS = FAULTS.flatMap((fault, index) => lastings(fault, index).map((lasting) => ({ fault, lasting })));

describe("every operation under every fault [G-retry] [G-plan-once] [G-answers]", () => {
  const judged = new Map<(typeof ROWS)[number], Judged[]>(ROWS.map((row) => [row, []]));

  beforeAll(async () => {
    const cells = ROWS.flatMap((row) => OPERATIONS.map((operation) => ({ row, operation })));
    const lane = async (queue: typeof cells): Promise<void> => {
      for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
        judged.get(cell.row)?.push(...(await runCell(cell.operation, cell.row.fault, cell.row.lasting)));
      }
    };
    const light = cells.filter(({ row }) => row.fault.isHeavy !== true);
    await Promise.all(Array.from({ length: AT_ONCE }, () => lane(light)));
    await lane(cells.filter(({ row }) => row.fault.isHeavy === true));
  }, TIMEOUT_MS);

  test.each(ROWS.map((row) => [row.fault.name, row.lasting, row] as const))("%s, %s", (_name, _lasting, row) => {
    const calls = judged.get(row) ?? [];
    expect(calls.length).toBeGreaterThanOrEqual(OPERATIONS.length);
    expect(calls).toEqual(calls.map(({ cell, wanted }) => ({ cell, wanted, seen: wanted, problems: [] })));
  });
});
