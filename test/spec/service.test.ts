import { describe, expect, test } from "vitest";
import { startClient } from "../sandbox/client.ts";
import { PLAN } from "../sandbox/plan.ts";
import { running } from "../sandbox/running.ts";
import { askSandbox, askScripted } from "../support/asking.ts";
import { alertsBody, BOX, parcel } from "../support/samples.ts";

/** Every field name in a JSON value. */
function fieldNames(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(fieldNames)];
}

describe("against the simulated service", () => {
  test("[2.1-camelCase] every field of every answer is camelCase", async () => {
    const { client } = await running();
    const answers = [
      await client.alerts(),
      await client.risk(),
      await client.package("10045"),
      await client.plan(PLAN),
    ];
    for (const { status, json } of answers) {
      expect(status).toBeLessThan(300);
      expect(fieldNames(json).filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    }
  });

  test("[4.3-tomorrow] a risk question without a date is answered for tomorrow in UTC", async () => {
    const { sandbox, ask } = await askSandbox();
    const implicit = await (await startClient(sandbox)).risk("?granularity=zip3");
    const [{ zip = "", ...fields } = {}] = implicit.data as readonly Record<string, string>[];
    const { structured } = await ask("get_five_day_risk", { locations: [zip] });
    expect(structured["places"]).toMatchObject([{ area: zip, days: [{ ...fields, date: "2026-11-24" }] }]);
  });

  test("[4.3-scope] [5.2-scope] a token without the scope of five-day risk gets no risk, and everything else", async () => {
    const { ask } = await askSandbox({ settings: { scopes: ["alerts", "planning", "tracking"] } });
    const { error } = await ask("get_five_day_risk");
    expect(error).toMatchObject({ kind: "unauthorized", product: "risk", status: 401 });
    expect((await ask("check_heat_alerts")).error).toBeUndefined();
    expect((await ask("track_package", { ids: ["10045"] })).error).toBeUndefined();
  });
});

describe("limits that the specification does not show", () => {
  test("[8-limits-open] [8.3-no-cap] are not assumed: hundreds of questions are all sent", async () => {
    const { ask, service } = await askScripted(
      { tracking: () => ({ status: 200, json: parcel() }) },
      { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" },
    );
    const ids = (batch: number) => Array.from({ length: 20 }, (_, index) => `${batch}-${index}`);
    const batches = Array.from({ length: 10 }, (_, batch) => ask("track_package", { ids: ids(batch) }));
    expect((await Promise.all(batches)).filter(({ error }) => error !== undefined)).toEqual([]);
    expect(service.requests("tracking")).toHaveLength(200);
  });

  test.each([50_000, 10_000, 1_000, 0])(
    "[8-pageSize-open] a service that takes pages of %i at most is read completely",
    async (most) => {
      const { ask } = await askScripted({
        alerts: ({ url }) => {
          const asked = Number(url.searchParams.get("pageSize") ?? 0);
          return asked > most ? { status: 400, json: {} } : { status: 200, json: alertsBody };
        },
      });
      expect((await ask("check_heat_alerts")).structured).toMatchObject({
        alerts: alertsBody.data,
        complete: true,
      });
    },
  );
});

test("[5.3-secret] the client secret is in no result and no log line, though the service echoes it in answers and errors", async () => {
  const secret = "the-client-secret";
  const echo = {
    status: 400,
    json: { type: "t", title: secret, status: 400, requestId: secret, detail: `${secret}!` },
  };
  const { ask, lines } = await askScripted({
    alerts: () => echo,
    planning: () => ({ status: 500, raw: secret }),
    tracking: () => ({ status: 200, json: { ...parcel(), status: secret } }),
  });
  const results = [
    await ask("check_heat_alerts", {}),
    await ask("plan_shipment", BOX),
    await ask("track_package", { ids: ["10045"] }),
  ];
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join() + JSON.stringify(results)).not.toContain(secret);
});
