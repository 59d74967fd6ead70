import { describe, expect, test } from "vitest";
import { remainingMs, within } from "../../src/api/wait.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

const never = new Promise<string>(() => undefined);

function limits(deadlineMs: number) {
  const controller = new AbortController();
  const listeners = { added: 0, removed: 0 };
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    if (given[0] === "abort") listeners.added += 1;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    if (given[0] === "abort") listeners.removed += 1;
    remove(...given);
  };
  return { signal, deadlineMs, cancel: () => controller.abort(), listeners };
}

describe("bounded waits (DESIGN 4, time)", () => {
  test("what is left of the time is never negative", async () => {
    const clock = new ManualClock();
    await clock.advance(300);
    expect([1_000, 300, 100].map((deadlineMs) => remainingMs(clock, limits(deadlineMs)))).toEqual([700, 0, 0]);
  });

  test("a value ends it and leaves no timer and no listener behind", async () => {
    const clock = new ManualClock();
    const mine = limits(1_000);
    expect(await within(clock, Promise.resolve("x"), mine)).toEqual({ by: "value", value: "x" });
    expect([clock.pending, mine.listeners]).toEqual([0, { added: 1, removed: 1 }]);
  });

  test("a defect is passed on, and leaves nothing behind either", async () => {
    const clock = new ManualClock();
    const mine = limits(1_000);
    await expect(within(clock, Promise.reject(new Error("defect")), mine)).rejects.toThrow("defect");
    expect([clock.pending, mine.listeners]).toEqual([0, { added: 1, removed: 1 }]);
  });

  test("the signal ends it, before or while it waits", async () => {
    const clock = new ManualClock();
    const [early, late] = [limits(1_000), limits(1_000)];
    early.cancel();
    expect(await within(clock, Promise.resolve("x"), early)).toEqual({ by: "signal" });
    expect([clock.pending, early.listeners.added]).toEqual([0, 0]);
    const waited = within(clock, never, late);
    late.cancel();
    expect(await waited).toEqual({ by: "signal" });
    expect(clock.pending).toBe(0);
  });

  test("the deadline ends it, at its own time and not before", async () => {
    const clock = new ManualClock();
    let ended: unknown;
    void within(clock, never, limits(1_000)).then((waited) => {
      ended = waited;
    });
    await clock.advance(999);
    expect(ended).toBeUndefined();
    await clock.advance(1);
    expect(ended).toEqual({ by: "deadline" });
  });

  test("a deadline that moves while it waits is the new one", async () => {
    const clock = new ManualClock();
    const moving = limits(1_000);
    const waited = within(clock, never, moving);
    moving.deadlineMs = 3_000;
    await clock.advance(2_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    await settle();
    expect(await waited).toEqual({ by: "deadline" });
  });
});
