import { describe, expect, test } from "vitest";
import { Billing, type Reservation } from "../../src/api/billing.ts";
import type { Result } from "../../src/api/failure.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

function bill() {
  const { signal } = new AbortController();
  const payer = (maxBillable = 100) => ({ usage: new CallUsage(maxBillable), signal, deadlineMs: 60_000 });
  return { billing: new Billing(new ManualClock(), undefined), payer };
}
const granted = (result: Result<Reservation>): Reservation => {
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
};

describe("a reservation whose payer changes (DESIGN 4, memory and billing)", () => {
  test("who pays when it is sent is who is billed", async () => {
    const { billing, payer } = bill();
    const [first, second] = [payer(), payer()];
    const shared = { ...first };
    const reservation = granted(await billing.reserve("risk", shared));
    shared.usage = second.usage;
    expect(reservation.isPaid()).toBe(true);
    reservation.sent();
    reservation.settle("billed");
    expect([first.usage.report().requests, first.usage.roomLeft()]).toEqual([0, 100]);
    expect(second.usage.report()).toMatchObject({ requests: 1, billableRequests: 1, maybeBilled: 0 });
  });

  test("what nobody has room for any more is not to be sent, and costs nobody anything", async () => {
    const { billing, payer } = bill();
    const [first, second] = [payer(1), payer(0)];
    const shared = { ...first };
    const reservation = granted(await billing.reserve("risk", shared));
    expect(reservation.isPaid()).toBe(true);
    shared.usage = second.usage;
    expect(reservation.isPaid()).toBe(false);
    expect(first.usage.roomLeft()).toBe(1);
    shared.usage = first.usage;
    expect(reservation.isPaid()).toBe(true);
    reservation.release();
    expect([first.usage.roomLeft(), second.usage.roomLeft()]).toEqual([1, 0]);
  });

  test("who waits for room has it as soon as somebody joins who has", async () => {
    const { billing, payer } = bill();
    const [first, second] = [payer(1), payer(1)];
    granted(await billing.reserve("risk", first));
    const listening: (() => void)[] = [];
    const shared = { ...first, onJoined: (tell: () => void) => void listening.push(tell) };
    const waiting = billing.reserve("risk", shared);
    await settle();
    shared.usage = second.usage;
    listening[0]?.();
    granted(await waiting);
    expect(second.usage.roomLeft()).toBe(0);
  });
});
