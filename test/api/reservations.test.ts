import { describe, expect, test } from "vitest";
import { Billing, type Reservation } from "../../src/api/billing.ts";
import type { Result } from "../../src/api/failure.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

const NOON = Date.UTC(2026, 6, 9, 12);
const HOUR_MS = 3_600_000;

function bill(limit: number | undefined, atMs: number = NOON) {
  const clock = new ManualClock(atMs);
  const billing = new Billing(clock, limit);
  const payer = (maxBillable = 100, deadlineMs = 60_000) => {
    const controller = new AbortController();
    const usage = new CallUsage(maxBillable);
    return { usage, signal: controller.signal, deadlineMs, cancel: () => controller.abort() };
  };
  return { clock, billing, payer };
}
const granted = (result: Result<Reservation>): Reservation => {
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
};
const failure = (result: Result<Reservation>) => (result.ok ? undefined : result.failure);

describe("reservations (DESIGN 4, billing)", () => {
  test("the day's limit is told with what is left of the UTC day, and holds until it ends", async () => {
    const { clock, billing, payer } = bill(2);
    for (const outcome of ["billed", "lost"] as const) {
      const reservation = granted(await billing.reserve("risk", payer()));
      reservation.sent();
      reservation.settle(outcome);
    }
    const limit = { kind: "billing_limit", product: "risk", scope: "day", limit: 2 };
    expect(failure(await billing.reserve("risk", payer()))).toEqual({ ...limit, waitMs: 12 * HOUR_MS });
    await clock.advance(12 * HOUR_MS - 1);
    expect(failure(await billing.reserve("risk", payer()))).toEqual({ ...limit, waitMs: 1 });
    await clock.advance(1);
    granted(await billing.reserve("risk", payer(100, Number.MAX_SAFE_INTEGER)));
  });

  test("the call's limit is told without a wait, since none helps", async () => {
    const { billing, payer } = bill(undefined);
    const mine = payer(1);
    const reservation = granted(await billing.reserve("alerts", mine));
    reservation.sent();
    reservation.settle("billed");
    expect(failure(await billing.reserve("alerts", mine))).toEqual({
      kind: "billing_limit",
      product: "alerts",
      scope: "call",
      limit: 1,
    });
    granted(await billing.reserve("alerts", payer(1)));
  });

  test("refused and never sent give their place back", async () => {
    const { billing, payer } = bill(1);
    for (const end of [
      (one: Reservation) => one.release(),
      (one: Reservation) => {
        one.sent();
        one.settle("refused");
        one.release();
      },
    ]) {
      const mine = payer();
      end(granted(await billing.reserve("risk", mine)));
      expect(mine.usage.report()).toMatchObject({ billableRequests: 0, maybeBilled: 0 });
      expect(mine.usage.roomLeft()).toBe(100);
    }
    granted(await billing.reserve("risk", payer()));
  });

  test("only the first word on a reservation counts; released when sent, it is lost", async () => {
    const { billing, payer } = bill(2);
    const mine = payer();
    const billed = granted(await billing.reserve("risk", mine));
    billed.sent();
    billed.settle("billed");
    billed.settle("lost");
    billed.release();
    const lost = granted(await billing.reserve("risk", mine));
    lost.sent();
    lost.release();
    expect(mine.usage.report()).toMatchObject({ billableRequests: 1, maybeBilled: 1, requests: 2 });
    expect(mine.usage.roomLeft()).toBe(98);
    expect(failure(await billing.reserve("risk", payer()))?.kind).toBe("billing_limit");
  });

  test("while open requests stand in the way it waits, no longer than it may", async () => {
    const { clock, billing, payer } = bill(1);
    const open = granted(await billing.reserve("risk", payer()));
    const leaving = payer();
    const waits = [
      billing.reserve("risk", payer(100, 500)),
      billing.reserve("risk", leaving),
      billing.reserve("risk", payer()),
    ];
    leaving.cancel();
    await clock.advance(500);
    const limit = { kind: "billing_limit", product: "risk", scope: "day", limit: 1 };
    expect(await waits[0]?.then(failure)).toEqual({ ...limit, waitMs: 12 * HOUR_MS - 500 });
    expect(await waits[1]?.then(failure)).toEqual({ kind: "cancelled", product: "risk" });
    open.release();
    await settle();
    granted((await waits[2]) ?? { ok: false, failure: { kind: "cancelled" } });
    expect(clock.pending).toBe(0);
  });

  test("a call waits for its own open requests too, and is told its own limit", async () => {
    const { clock, billing, payer } = bill(undefined);
    const mine = payer(1, 500);
    granted(await billing.reserve("risk", mine));
    const second = billing.reserve("risk", mine);
    await clock.advance(500);
    expect(failure(await second)).toEqual({ kind: "billing_limit", product: "risk", scope: "call", limit: 1 });
  });

  test("what is open at midnight counts for both days, what is lost within ten minutes of it too", async () => {
    const beforeMidnight = (ms: number) => bill(1, Date.UTC(2026, 6, 10) - ms);
    const open = beforeMidnight(1_000);
    granted(await open.billing.reserve("risk", open.payer()));
    await open.clock.advance(2_000);
    const waiting = open.billing.reserve("risk", open.payer(100, 3_000));
    await open.clock.advance(1_000);
    expect(failure(await waiting)?.kind).toBe("billing_limit");
    for (const [ms, isLate] of [
      [600_000, true],
      [600_001, false],
    ] as const) {
      const { clock, billing, payer } = beforeMidnight(ms);
      const lost = granted(await billing.reserve("risk", payer()));
      lost.sent();
      lost.settle("lost");
      expect(failure(await billing.reserve("risk", payer()))?.kind).toBe("billing_limit");
      clock.sleepMachine(ms);
      const next = await billing.reserve("risk", payer());
      expect(failure(next)?.kind).toBe(isLate ? "billing_limit" : undefined);
      if (!isLate) continue;
      clock.sleepMachine(24 * HOUR_MS);
      granted(await billing.reserve("risk", payer()));
    }
    const billed = beforeMidnight(1_000);
    const sent = granted(await billed.billing.reserve("risk", billed.payer()));
    sent.sent();
    sent.settle("billed");
    billed.clock.sleepMachine(1_000);
    granted(await billed.billing.reserve("risk", billed.payer()));
  });

  test("a clock set back gives no day's requests back, as long as three days are remembered", async () => {
    const { clock, billing, payer } = bill(1);
    const use = async () => {
      const one = granted(await billing.reserve("risk", payer()));
      one.sent();
      one.settle("billed");
    };
    await use();
    for (let day = 0; day < 2; day += 1) {
      clock.sleepMachine(24 * HOUR_MS);
      await use();
    }
    clock.sleepMachine(-48 * HOUR_MS);
    expect(failure(await billing.reserve("risk", payer()))?.kind).toBe("billing_limit");
    clock.sleepMachine(72 * HOUR_MS);
    await use();
    clock.sleepMachine(-72 * HOUR_MS);
    await use();
  });

  test("what was reserved before the clock was set is sent only where its new day has room for all that are open", async () => {
    const { clock, billing, payer } = bill(2);
    for (const outcome of ["billed", "refused"] as const) {
      const one = granted(await billing.reserve("risk", payer()));
      one.sent();
      one.settle(outcome);
    }
    clock.sleepMachine(24 * HOUR_MS);
    const reserved = [
      granted(await billing.reserve("risk", payer())),
      granted(await billing.reserve("risk", payer())),
    ] as const;
    expect(reserved.map((one) => one.isPaid())).toEqual([true, true]);
    clock.sleepMachine(-24 * HOUR_MS);
    expect(reserved.map((one) => one.isPaid())).toEqual([false, false]);
    reserved[0].release();
    expect(reserved[1].isPaid()).toBe(true);
  });

  test("whoever counts is told of each, and whether it is certain", async () => {
    const told: unknown[] = [];
    const observer = {
      attempted: () => undefined,
      billed: (...what: unknown[]) => void told.push(what),
      exchanged: () => undefined,
    };
    const { clock, payer } = bill(undefined);
    const billing = new Billing(clock, undefined, observer);
    for (const outcome of ["billed", "refused", "lost"] as const) {
      const one = granted(await billing.reserve("risk", payer()));
      one.sent();
      one.settle(outcome);
    }
    granted(await billing.reserve("risk", payer())).release();
    expect(told).toEqual([
      ["risk", true],
      ["risk", false],
    ]);
  });

  test("what each day was billed is told by product, oldest first", async () => {
    const { clock, billing, payer } = bill(undefined);
    const use = async (product: "risk" | "planning", outcome: "billed" | "lost" | "refused") => {
      const one = granted(await billing.reserve(product, payer()));
      one.sent();
      one.settle(outcome);
    };
    expect(billing.usage()).toEqual([]);
    await use("risk", "billed");
    await use("risk", "billed");
    await use("risk", "lost");
    await use("planning", "lost");
    await use("planning", "refused");
    clock.sleepMachine(-24 * HOUR_MS);
    await use("planning", "billed");
    expect(billing.usage()).toEqual([
      { date: "2026-07-08", products: { planning: { billed: 1, maybeBilled: 0 } } },
      {
        date: "2026-07-09",
        products: { risk: { billed: 2, maybeBilled: 1 }, planning: { billed: 0, maybeBilled: 1 } },
      },
    ]);
  });
});
