import fc from "fast-check";
import { expect, test } from "vitest";
import { Billing, type Reservation } from "../../src/api/billing.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { ManualClock } from "../support/manual-clock.ts";

const CALLS = 3;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("reserve" as const), call: fc.nat(CALLS - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("send" as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("billed", "refused", "lost", "release" as const),
      which: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "a day passes" as const }) },
);

/** One request as the book-keeping beside it sees it. */
interface Entry {
  readonly reservation: Reservation;
  readonly call: number;
  isSent: boolean;
}

/** The sums of one call, or of one day, kept by hand. */
interface Sums {
  billed: number;
  lost: number;
  sent: number;
}

test("whatever becomes of requests, neither limit is exceeded and every one is counted once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: "max" }),
      fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, limit, perCall) => {
        const clock = new ManualClock();
        const billing = new Billing(clock, limit);
        const calls = Array.from({ length: CALLS }, () => new CallUsage(perCall));
        const { signal } = new AbortController();
        const open: Entry[] = [];
        const sums: readonly Sums[] = calls.map(() => ({ billed: 0, lost: 0, sent: 0 }));
        let today = 0;
        const take = (which: number): Entry | undefined => open.splice(which % Math.max(1, open.length), 1)[0];
        for (const one of steps) {
          switch (one.do) {
            case "reserve": {
              const usage = calls[one.call];
              const mine = sums[one.call];
              if (usage === undefined || mine === undefined) throw new Error("no such call");
              // No time to wait for another's fate: the answer comes at once.
              const asked = billing.reserve("risk", { signal, deadlineMs: clock.monotonicMs(), usage });
              await clock.advance(0);
              const reserved = await asked;
              const ofCall = mine.billed + mine.lost + open.filter(({ call }) => call === one.call).length;
              const hasRoom = ofCall < perCall && (limit === undefined || today + open.length < limit);
              expect(reserved.ok).toBe(hasRoom);
              if (reserved.ok) open.push({ reservation: reserved.value, call: one.call, isSent: false });
              else expect(reserved.failure.kind).toBe("billing_limit");
              break;
            }
            case "send": {
              const entry = open.filter(({ isSent }) => !isSent)[0];
              if (entry === undefined) break;
              entry.reservation.sent();
              entry.isSent = true;
              (sums[entry.call] ?? { sent: 0 }).sent += 1;
              break;
            }
            case "a day passes":
              await clock.advance(86_400_000);
              today = 0;
              break;
            default: {
              const entry = take(one.which);
              if (entry === undefined) break;
              const mine = sums[entry.call];
              if (mine === undefined) throw new Error("no such call");
              const outcome = !entry.isSent ? "release" : one.do;
              if (outcome === "release") entry.reservation.release();
              else entry.reservation.settle(outcome);
              // Settled once is settled: what is said later changes nothing.
              entry.reservation.settle("billed");
              entry.reservation.release();
              const isLost = entry.isSent && (outcome === "lost" || outcome === "release");
              if (outcome === "billed") mine.billed += 1;
              if (isLost) mine.lost += 1;
              if (outcome === "billed" || isLost) today += 1;
            }
          }
          for (const [index, { billed, lost, sent }] of sums.entries()) {
            const unanswered = open.filter(({ call, isSent }) => call === index && isSent).length;
            expect(calls[index]?.report()).toMatchObject({
              billableRequests: billed,
              maybeBilled: lost + unanswered,
              requests: sent,
            });
            expect(billed + lost + unanswered).toBeLessThanOrEqual(perCall);
          }
          if (limit !== undefined) expect(today + open.length).toBeLessThanOrEqual(Math.max(limit, open.length));
        }
      },
    ),
    { numRuns: 200 },
  );
});
