import { expect, test } from "vitest";
import { Cooldown, type Entry } from "../../src/api/cooldown.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

const forMs = (deadlineMs: number) => ({ signal: new AbortController().signal, deadlineMs });

test("who leaves as the cool-down is told takes nobody else's place (DESIGN 4, rate limit)", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 0);
  cooldown.hold(1_000);
  const leaving = new AbortController();
  let isExtended = false;
  const first = cooldown.enter(1, {
    ...forMs(60_000),
    heldUntil: () => {
      if (isExtended) leaving.abort();
    },
  });
  const second = cooldown.enter(2, { signal: leaving.signal, deadlineMs: 2_000 });
  const third = cooldown.enter(3, forMs(60_000));
  isExtended = true;
  cooldown.hold(5_000);
  expect(await second).toEqual({ by: "signal" });
  await clock.advance(5_000);
  const entry = await first;
  expect(entry.by).toBe("slot");
  if (entry.by === "slot") entry.slot.leave("answered");
  expect((await third).by).toBe("slot");
});

test("of those who wait, each one whose time ends before a longer cool-down does is told so at once, and all others when the gate closes", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 0);
  cooldown.hold(1_000);
  const told: Entry[] = [];
  const waiting = [5_000, 5_000, 60_000, 5_000, 5_000, 60_000];
  for (const [ticket, deadlineMs] of waiting.entries()) {
    void cooldown.enter(ticket, forMs(deadlineMs)).then((entry) => told.push(entry));
  }
  cooldown.hold(30_000);
  await settle();
  expect(told).toEqual(Array(4).fill({ by: "cooldown", waitMs: 30_000 }));
  cooldown.close();
  await settle();
  expect(told.slice(4)).toEqual(Array(2).fill({ by: "signal" }));
});

test("once it has passed, a cool-down refuses nobody: who has no time for its jitter runs out of time", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 1);
  cooldown.hold(1_000);
  await clock.advance(1_000);
  const entry = cooldown.enter(1, forMs(1_050));
  await clock.advance(50);
  expect(await entry).toEqual({ by: "deadline" });
});

test("a cool-down that nobody waits for sets no timer", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 0);
  cooldown.hold(1_000);
  await settle();
  expect(clock.pending).toBe(0);
});

test("who waits is told of a cool-down, its jitter counted, and of nothing once it has passed", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 1);
  const told: number[] = [];
  const listening = () => ({ ...forMs(60_000), heldUntil: (untilMs: number) => void told.push(untilMs) });
  void cooldown.enter(1, listening());
  cooldown.hold(1_000);
  void cooldown.enter(2, listening());
  expect(told).toEqual([1_100]);
  cooldown.hold(2_000);
  expect(told.slice(1)).toEqual([2_200]);
  await clock.advance(2_000);
  void cooldown.enter(3, listening());
  expect(told).toHaveLength(2);
  cooldown.close();
});

test("a cool-down that ends when the present one does changes nothing of it, its jitter neither", async () => {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, () => 1);
  cooldown.hold(2_000);
  await clock.advance(1_000);
  cooldown.hold(1_000);
  let isIn = false;
  void cooldown.enter(1, forMs(60_000)).then(() => {
    isIn = true;
  });
  await clock.advance(1_199);
  expect(isIn).toBe(false);
  await clock.advance(1);
  expect(isIn).toBe(true);
});
