import { describe, expect, test } from "vitest";
import { answerOf, envelope, PACKAGE, startScripted } from "../../support/client.ts";
import { gate } from "../../support/events.ts";

/** Time enough for a service that takes half a minute, on a machine that is slow itself. */
const PATIENT = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" };
const RISK = { granularity: "zip3", date: "2026-07-10" };

/** Whatever is told by its age may be older than told never, and younger by no more than the test's own time. */
describe("age [G-time]", () => {
  test("of an answer counts from when it was asked for, however long the service took", async () => {
    const { api, call, clock } = await startScripted(
      {
        risk: () => {
          clock.advance(30_000);
          return { status: 200, json: envelope(["850"], { granularity: "zip3" }) };
        },
      },
      PATIENT,
    );
    answerOf(await api.risk(RISK, call()));
    const again = call();
    answerOf(await api.risk(RISK, again));
    expect(again.usage.report()).toMatchObject({ cached: true });
    expect(again.usage.report().ageSeconds).toBeGreaterThanOrEqual(30);
  });

  test.each([0, 3_600_000])(
    "of risk is told to who joins it late, though the clock goes %i ms wrong for a while",
    async (wrongMs) => {
      const joined = gate();
      const { service, api, call, clock } = await startScripted(
        {
          risk: async () => {
            await joined.opened;
            return { status: 200, json: envelope(["850"], { granularity: "zip3" }) };
          },
        },
        PATIENT,
      );
      const [first, second] = [call(), call()];
      const asked = [api.risk(RISK, first)];
      await expect.poll(() => service.requests("risk")).toHaveLength(1);
      clock.shiftWall(-wrongMs);
      clock.advance(4_500);
      asked.push(api.risk(RISK, second));
      clock.shiftWall(wrongMs);
      joined.open();
      for (const day of await Promise.all(asked)) expect(answerOf(day).records).toHaveLength(1);
      expect(first.usage.report()).toMatchObject({ ageSeconds: 0, cached: false });
      expect(second.usage.report().ageSeconds).toBeGreaterThanOrEqual(4);
    },
  );

  test("of a token counts from when its exchange was sent, not from when a connection for it was begun", async () => {
    const { api, call, clock } = await startScripted({ tracking: () => ({ status: 200, json: PACKAGE }) }, PATIENT);
    const asked = api.package("1", call());
    // Nothing can connect while only what is resolved already runs on.
    for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
    clock.advance(30_000);
    answerOf(await asked);
    expect(api.status().token?.ageSeconds).toBeLessThan(30);
  });
});
