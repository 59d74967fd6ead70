import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { STATES } from "../../src/places/states.ts";
import { Slices } from "../../src/tools/answer/slices.ts";
import { locationsSchema } from "../../src/tools/areas/location.ts";

const RECORDS = Array.from({ length: 41_000 }, (_, index) => index);

/** Counts the turns of the event loop until `work` ends. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) await nextTurn();
  return turns;
}

test("a call that counts 41,000 records lets others have the thread some forty times", async () => {
  const seen: number[] = [];
  const turns = await turnsOf(new Slices().each(RECORDS, (record) => seen.push(record)));
  expect(seen).toEqual(RECORDS);
  expect(turns).toBeGreaterThan(40);
});

test("many places of few records make slices too, and few records none", async () => {
  const slices = new Slices();
  const places = async (): Promise<void> => {
    for (let place = 0; place < 100; place += 1) await slices.each(RECORDS.slice(0, 100), () => undefined);
  };
  expect(await turnsOf(places())).toBeGreaterThan(9);
  expect(await turnsOf(new Slices().each(RECORDS.slice(0, 500), () => undefined))).toBe(1);
});

test("the names of many places are looked up in slices", async () => {
  const names = STATES.map(({ name }) => name);
  expect(await turnsOf(locationsSchema("").parseAsync(names))).toBeGreaterThan(9);
});

test("of many calls that count, one goes on in each turn", async () => {
  const order: number[] = [];
  const calls = [0, 1, 2, 3].map(async (call) => {
    const slices = new Slices();
    for (let slice = 0; slice < 5; slice += 1) {
      order.push(call);
      await slices.after(1_000);
    }
  });
  const turns = await turnsOf(Promise.all(calls));
  expect(order).toEqual(Array.from({ length: 5 }, () => [0, 1, 2, 3]).flat());
  expect(turns).toBeGreaterThanOrEqual(20);
});
