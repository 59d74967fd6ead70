import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { Cooldown, type Entry, type Slot } from "../../src/api/cooldown.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

/** A gate, and calls that wait at it, noting the order in which they get in. */
function gate(random: () => number = () => 0) {
  const clock = new ManualClock();
  const cooldown = new Cooldown(clock, random);
  const entered: number[] = [];
  const slots = new Map<number, Slot>();
  const call = (ticket: number, deadlineMs = 60_000) => {
    const controller = new AbortController();
    const entry = cooldown.enter(ticket, { signal: controller.signal, deadlineMs }).then((outcome): Entry => {
      if (outcome.by === "slot") {
        entered.push(ticket);
        slots.set(ticket, outcome.slot);
      }
      return outcome;
    });
    return { entry, signal: controller.signal, cancel: () => controller.abort() };
  };
  return { clock, cooldown, entered, slots, call };
}

describe("cool-down (DESIGN 4, rate limit; spec 8.2)", () => {
  test("at most eight go at once, the ninth when one leaves", async () => {
    const { entered, slots, call } = gate();
    for (let ticket = 1; ticket <= 10; ticket += 1) call(ticket);
    await settle();
    expect(entered).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    slots.get(3)?.leave("answered");
    slots.get(3)?.leave("answered");
    await settle();
    expect(entered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("nobody gets in during it; then the oldest alone, then the rest", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    cooldown.hold(2_000);
    for (const ticket of [5, 4, 7]) call(ticket);
    await clock.advance(1_999);
    expect(entered).toEqual([]);
    await clock.advance(1);
    expect(entered).toEqual([4]);
    await clock.advance(5_000);
    expect(entered).toEqual([4]);
    slots.get(4)?.leave("answered");
    await settle();
    expect(entered).toEqual([4, 5, 7]);
  });

  test("the next one tries alone when the first is cancelled before its answer", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    cooldown.hold(1_000);
    for (const ticket of [1, 2, 3]) call(ticket);
    await clock.advance(1_000);
    slots.get(1)?.leave("cancelled");
    await settle();
    expect(entered).toEqual([1, 2]);
  });

  test("a later end counts, an earlier one does not, and an older request's answer shortens nothing", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    call(1);
    await settle();
    cooldown.hold(5_000);
    cooldown.hold(1_000);
    call(2);
    slots.get(1)?.leave("answered");
    await clock.advance(4_999);
    expect(entered).toEqual([1]);
    await clock.advance(1);
    expect(entered).toEqual([1, 2]);
  });

  test("a refused probe starts the caution anew", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    cooldown.hold(1_000);
    for (const ticket of [1, 2, 3]) call(ticket);
    await clock.advance(1_000);
    cooldown.hold(1_000);
    slots.get(1)?.leave("answered");
    await clock.advance(999);
    expect(entered).toEqual([1]);
    await clock.advance(1);
    expect(entered).toEqual([1, 2]);
  });

  test("a wait that does not fit fails at once, for those who wait already too, and says how long", async () => {
    const { clock, cooldown, call } = gate();
    cooldown.hold(10_000);
    const patient = call(1, 20_000);
    expect(await call(2, 5_000).entry).toEqual({
      by: "cooldown",
      waitMs: 10_000,
    });
    await clock.advance(1_000);
    cooldown.hold(30_000);
    expect(await patient.entry).toEqual({ by: "cooldown", waitMs: 30_000 });
  });

  test("a wait longer than a timer holds is no problem", async () => {
    const { clock, cooldown, entered, call } = gate();
    cooldown.hold(2 ** 40);
    call(1, Number.MAX_SAFE_INTEGER);
    await clock.advance(2 ** 33);
    expect(entered).toEqual([]);
    await clock.advance(2 ** 40);
    expect(entered).toEqual([1]);
  });

  test("cancelling and running out of time end only their own wait and leave nothing behind", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    for (let ticket = 1; ticket <= 8; ticket += 1) call(ticket);
    const cancelled = call(9);
    const late = call(10, 500);
    const lasting = call(11);
    cancelled.cancel();
    expect(await cancelled.entry).toEqual({ by: "signal" });
    await clock.advance(500);
    expect(await late.entry).toEqual({ by: "deadline" });
    slots.get(1)?.leave("answered");
    expect((await lasting.entry).by).toBe("slot");
    expect(getEventListeners(lasting.signal, "abort")).toEqual([]);
    expect(entered).toHaveLength(9);
    cooldown.close();
    expect(clock.pending).toBe(0);
  });

  test("jitter only adds: a tenth of the wait, a quarter of a second at most", async () => {
    for (const [waitMs, jitterMs] of [
      [1_000, 100],
      [60_000, 250],
    ] as const) {
      const { clock, cooldown, entered, call } = gate(() => 1);
      cooldown.hold(waitMs);
      expect(cooldown.restMs()).toBe(waitMs);
      call(1, 120_000);
      await clock.advance(waitMs + jitterMs - 1);
      expect(entered).toEqual([]);
      await clock.advance(1);
      expect(entered).toEqual([1]);
    }
  });

  test("a wait that ends with the caller's time, jitter counted, does not fit", async () => {
    const { cooldown, call } = gate(() => 1);
    cooldown.hold(1_000);
    expect(await call(1, 1_100).entry).toEqual({ by: "cooldown", waitMs: 1_000 });
    const waiting = call(2, 1_101);
    cooldown.hold(1_000);
    waiting.cancel();
    expect(await waiting.entry).toEqual({ by: "signal" });
  });

  test("who has no time left, or has left already, is told so at once", async () => {
    const { clock, cooldown } = gate();
    const gone = new AbortController();
    gone.abort();
    expect(await cooldown.enter(1, { signal: gone.signal, deadlineMs: 1_000 })).toEqual({ by: "signal" });
    expect(await cooldown.enter(2, { signal: new AbortController().signal, deadlineMs: 0 })).toEqual({
      by: "deadline",
    });
    expect(clock.pending).toBe(0);
  });

  test("a deadline that moves while one waits is the new one", async () => {
    const { clock, cooldown } = gate();
    for (let ticket = 1; ticket <= 8; ticket += 1) {
      void cooldown.enter(ticket, { signal: new AbortController().signal, deadlineMs: 60_000 });
    }
    const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };
    let entry: Entry | undefined;
    void cooldown.enter(9, limits).then((outcome) => {
      entry = outcome;
    });
    limits.deadlineMs = 2_000;
    await clock.advance(1_999);
    expect(entry).toBeUndefined();
    await clock.advance(1);
    expect(entry).toEqual({ by: "deadline" });
  });

  test("equal tickets keep their order, older ones go first", async () => {
    const { clock, cooldown, slots, call } = gate();
    cooldown.hold(1_000);
    const order: string[] = [];
    for (const name of ["3 first", "5", "1", "3 second", "4"]) {
      void call(Number.parseInt(name, 10)).entry.then(() => order.push(name));
    }
    await clock.advance(1_000);
    slots.get(1)?.leave("answered");
    await settle();
    expect(order).toEqual(["1", "3 first", "3 second", "4", "5"]);
  });

  test("a slot is current until the next cool-down begins, however short", async () => {
    const { cooldown, slots, call } = gate();
    call(1);
    await settle();
    expect(slots.get(1)?.isCurrent()).toBe(true);
    cooldown.hold(0);
    expect(slots.get(1)?.isCurrent()).toBe(false);
    call(2);
    await settle();
    expect(slots.get(2)?.isCurrent()).toBe(true);
  });

  test("after a cool-down each goes alone until one is answered", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    cooldown.hold(1_000);
    for (const ticket of [1, 2, 3, 4]) call(ticket);
    await clock.advance(1_000);
    slots.get(1)?.leave("cancelled");
    await settle();
    slots.get(2)?.leave("cancelled");
    await settle();
    expect(entered).toEqual([1, 2, 3]);
    slots.get(3)?.leave("answered");
    await settle();
    expect(entered).toEqual([1, 2, 3, 4]);
    call(5);
    await settle();
    expect(entered).toEqual([1, 2, 3, 4, 5]);
  });

  test("an older request's end neither frees the one that goes alone nor ends the caution", async () => {
    const { clock, cooldown, entered, slots, call } = gate();
    call(1);
    await settle();
    cooldown.hold(1_000);
    for (const ticket of [2, 3]) call(ticket);
    await clock.advance(1_000);
    expect(entered).toEqual([1, 2]);
    slots.get(1)?.leave("answered");
    await settle();
    expect(entered).toEqual([1, 2]);
  });

  test("closing sends everyone away and leaves no timer", async () => {
    const { clock, cooldown, call } = gate();
    cooldown.hold(1_000);
    const waiting = [call(1), call(2)];
    cooldown.close();
    expect(await Promise.all(waiting.map(({ entry }) => entry))).toEqual([{ by: "signal" }, { by: "signal" }]);
    expect(clock.pending).toBe(0);
  });
});
