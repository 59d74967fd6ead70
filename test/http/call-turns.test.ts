import { expect, test } from "vitest";
import { callTurns } from "../../src/transports/http/call-turns.ts";

test("one call of each principal begins every second turn, so that another's need not wait for a hundred", async () => {
  const turnOf = callTurns();
  const begun: string[] = [];
  const begin = (principal: string) => turnOf(principal).then(() => begun.push(principal));
  const calls = Array.from({ length: 100 }, () => begin("first"));
  for (let call = 0; call < 3; call += 1) await begin("second");
  expect(begun).toEqual(["first", "second", "first", "second", "first", "second"]);
  await Promise.all(calls);
  expect(begun).toHaveLength(103);
});

test("the turn after a principal's call begins none of its calls", async () => {
  const turnOf = callTurns();
  const begunIn: number[] = [];
  let turn = 0;
  const countTurns = (): void => {
    turn += 1;
    if (begunIn.length < 3) setImmediate(countTurns);
  };
  countTurns();
  await Promise.all([1, 2, 3].map(() => turnOf("first").then(() => begunIn.push(turn))));
  const [first = 0] = begunIn;
  expect(begunIn).toEqual([first, first + 2, first + 4]);
});
