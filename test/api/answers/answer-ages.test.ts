import { describe, expect, test } from "vitest";
import { answerOf, envelope, PACKAGE, startScripted } from "../../support/client.ts";
import { gate } from "../../support/events.ts";

/** Enough time for a service that takes half a minute, even on a slow machine. */
const PATIENT = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" };
const RISK = { granularity: "zip3", date: "2026-07-10" };

/** Data is never older than its reported age, and younger by at most the time that the test itself takes. */
describe("age [G-time]", () => {
  test("the age of an answer counts from its request, however long the service took", async () => {
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
    "a call that joins a risk request late learns its age, though the clock is %i ms slow for a while",
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
      expect(second.usage.sourceOf("risk")).toMatchObject({ data: "live" });
    },
  );

  test("the age of a token counts from when its exchange was sent, not from when its connection began", async () => {
    const { api, call, clock } = await startScripted({ tracking: () => ({ status: 200, json: PACKAGE }) }, PATIENT);
    const asked = api.package("1", call());
    // Only microtasks run here, so no connection can open yet.
    for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
    clock.advance(30_000);
    answerOf(await asked);
    expect(api.status().token?.ageSeconds).toBeLessThan(30);
  });
});
