import { expect, test } from "vitest";
import { callTurns } from "../../src/transports/http/call-turns.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** The principals in the order in which their calls begin, if each call of `first` works for `workMs`. */
async function begunInTurn(workMs: number) {
  const clock = new ManualClock();
  let workedMs = 0;
  const begun: string[] = [];
  const ownTurn = callTurns({
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs() + workedMs,
    after: (waitMs, task) => clock.after(waitMs, task),
  });
  const begin = async (principal: string): Promise<void> => {
    await ownTurn(principal);
    begun.push(principal);
    if (principal === "first") workedMs += workMs;
  };
  const calls = Array.from({ length: 4 }, () => begin("first"));
  for (let call = 0; call < 4; call += 1) await begin("second");
  return { begun, clock, calls };
}

test("calls begin one a turn for each principal, so that another's call need not wait for a hundred", async () => {
  const { begun, calls } = await begunInTurn(0);
  await Promise.all(calls);
  expect(begun.slice(0, 5)).toEqual(["first", "second", "first", "second", "first"]);
});

test.each([
  [10, 10],
  [500, 100],
])("while another principal is active, a call waits after work of %d ms for %d ms", async (workMs, pauseMs) => {
  const { begun, clock, calls } = await begunInTurn(workMs);
  expect(begun).toEqual(["first", "second", "second", "second", "second"]);
  await clock.advance(pauseMs - 1);
  expect(begun).toHaveLength(5);
  await clock.advance(1);
  expect(begun).toHaveLength(6);
  await clock.advance(2 * pauseMs);
  await Promise.all(calls);
});
