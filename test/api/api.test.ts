import { describe, expect, test } from "vitest";
import { byProduct, DATA_PRODUCTS, PRODUCT_NAMES } from "../../src/domain/product.ts";
import {
  answerOf,
  envelope,
  failureOf,
  inTurn,
  PACKAGE,
  SHIPMENT,
  startClient,
  startScripted,
} from "../support/client.ts";
import { quiet } from "../support/events.ts";
import { problem, type Scripted } from "../support/scripted-service.ts";

const ok: Scripted = { status: 200, json: PACKAGE };
const QUERY = { granularity: "zip3", date: "2026-07-10" };

describe("what the client refuses before anything is sent", () => {
  test.each(["alerts", "risk", "planning", "tracking"] as const)("%s without its address", async (product) => {
    const { api, call } = startClient({ COLDROUTE_CLIENT_ID: "client" });
    const asked = {
      alerts: () => api.alerts({}, call()),
      risk: () => api.risk(QUERY, call()),
      planning: () => api.plan({}, call()),
      tracking: () => api.package("1", call()),
    };
    const failure = failureOf(await asked[product]());
    expect(failure).toMatchObject({ kind: "configuration", product });
    expect(await api.probe(product, call())).toMatchObject({ ok: false, finding: { kind: "failed", failure } });
  });

  test("a read for a caller that has already left", async () => {
    const { service, api, call } = await startScripted({ tracking: () => ok });
    const gone = call();
    gone.cancel();
    expect(failureOf(await api.package("1", gone))).toEqual({ kind: "cancelled", product: "tracking" });
    expect(failureOf(await api.risk(QUERY, gone))).toEqual({ kind: "cancelled", product: "risk" });
    expect(failureOf(await api.alerts({}, gone))).toEqual({ kind: "cancelled", product: "alerts" });
    // A token exchange would arrive a little later.
    await quiet();
    expect(service.received).toEqual([]);
  });
});

describe("probes", () => {
  test("are sent once, whatever the answer, except that a 401 renews the token once", async () => {
    const { service, api, call } = await startScripted({
      tracking: inTurn(problem(401, "r"), problem(503, "r")),
      planning: () => "reset",
    });
    expect(await api.probe("tracking", call())).toMatchObject({ finding: { kind: "failed" } });
    expect(service.requests("tracking")).toHaveLength(2);
    expect(await api.probe("planning", call())).toMatchObject({ finding: { failure: { kind: "network" } } });
    expect(service.requests("planning")).toHaveLength(1);
  });

  test("ask for a different package number each time", async () => {
    let chance = 0;
    const { service } = await startScripted({ tracking: () => problem(404, "r") });
    const { api, call } = startClient(service.environment, () => {
      chance += 0.1234567;
      return chance;
    });
    for (let n = 0; n < 2; n += 1) {
      expect(await api.probe("tracking", call())).toEqual({ ok: true, status: 404, requestId: "r" });
    }
    const [first, second] = service.requests("tracking").map(({ url }) => url.pathname);
    expect(first).toMatch(/\/coldroute-doctor-[0-9a-z]{4,}$/);
    expect(second).not.toBe(first);
  });
});

describe("a day of risk (service.md 4.3)", () => {
  test("is incomplete when the service has more, and complete when it does not say", async () => {
    for (const [hasMore, total, complete] of [
      [true, 1, false],
      [false, 2, false],
      [undefined, 2, false],
      [undefined, 1, true],
      [undefined, undefined, true],
    ]) {
      const { api, call } = await startScripted({
        risk: () => ({ status: 200, json: envelope(["850"], { hasMore, total }) }),
      });
      expect(answerOf(await api.risk(QUERY, call())).complete).toBe(complete);
    }
  });

  test("nested too deep to stringify fails its call, not the process", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const raw = `{"data":[{"zip":"85001","x":${deep}},{"zip":"85001"}],"meta":{"hasMore":false}}`;
    const { api, call } = await startScripted({ alerts: () => ({ status: 200, raw }) });
    const ended = await api.alerts({}, call()).then(
      ({ ok }) => ok,
      (error: unknown) => error,
    );
    // Node 26 stringifies any depth, so the call succeeds there.
    expect(ended === true || ended instanceof RangeError).toBe(true);
  });

  test("without an envelope is an unexpected response, and is not kept", async () => {
    const { api, call } = await startScripted({ risk: inTurn({ status: 200, json: {} }, { status: 500 }) });
    expect(failureOf(await api.risk(QUERY, call())).kind).toBe("unexpected_response");
    expect((await api.risk(QUERY, call())).ok).toBe(false);
  });
});

describe("the status of the client", () => {
  test("reports token, cool-downs, memory, bill and values seen, and sends nothing", async () => {
    const { api, call, clock, service } = await startScripted({
      alerts: () => ({ status: 200, json: envelope(["85001", "80202"]) }),
      risk: () => ({ status: 200, json: envelope(["850"]) }),
      planning: () => ({ status: 200, json: SHIPMENT }),
      tracking: () => ({ status: 429, headers: { "retry-after": "90" } }),
    });
    expect(api.status()).toEqual({
      since: expect.stringMatching(/^2026-07-09T12:00:00/),
      token: null,
      coolDownSeconds: byProduct(PRODUCT_NAMES, () => 0),
      memory: byProduct(DATA_PRODUCTS, () => ({ answers: 0, bytes: 0 })),
      usage: [],
      seen: { levels: [], risks: [], granularities: [], dates: [] },
      drift: new Map(),
    });
    answerOf(await api.alerts({}, call()));
    answerOf(await api.risk(QUERY, call()));
    answerOf(await api.plan({}, call()));
    const askedMs = clock.monotonicMs();
    failureOf(await api.package("1", call()));
    const sent = service.received.length;
    clock.advance(10_001);
    const { token, coolDownSeconds, memory, usage, seen } = api.status();
    expect(service.received).toHaveLength(sent);
    expect(token?.ageSeconds).toBeGreaterThanOrEqual(10);
    expect(coolDownSeconds).toMatchObject({ alerts: 0, risk: 0, planning: 0 });
    expect(coolDownSeconds.tracking).toBeLessThanOrEqual(80);
    expect(coolDownSeconds.tracking * 1000).toBeGreaterThanOrEqual(askedMs + 90_000 - clock.monotonicMs());
    expect(memory).toMatchObject({
      alerts: { answers: 1, bytes: expect.any(Number) },
      risk: { answers: 1, bytes: expect.any(Number) },
    });
    const once = { billed: 1, maybeBilled: 0 };
    const date = new Date(clock.nowMs()).toISOString().slice(0, 10);
    expect(usage).toEqual([{ date, products: { alerts: once, risk: once, planning: once } }]);
    expect(seen).toEqual({
      levels: ["SevereHot"],
      risks: ["SevereHot"],
      granularities: ["zip3"],
      dates: ["2026-07-10"],
    });
  });

  test("takes the field with values of the configured order for the risk", async () => {
    const data = [{ zip: "850", riskLevel: "of another kind", colour: "amber" }];
    const risk = () => ({ status: 200, json: { data, meta: {} } });
    const { api, call } = await startScripted({ risk }, { COLDROUTE_RISK_LEVELS: "green,amber" });
    answerOf(await api.risk({ granularity: "zip3", date: "2026-07-10" }, call()));
    expect(api.status().seen.risks).toEqual(["amber"]);
  });

  test("lists no level for alerts without one", async () => {
    const data = [{ zip: "85001" }, { zip: "85002", temperatureLevel: 3 }];
    const { api, call } = await startScripted({
      alerts: () => ({ status: 200, json: { data, meta: { hasMore: false } } }),
    });
    answerOf(await api.alerts({}, call()));
    expect(api.status().seen.levels).toEqual([]);
  });

  test("the log warns of failures, but not of a 404", async () => {
    const { api, call, lines, flushed } = await startScripted({
      tracking: inTurn(problem(404, "r"), problem(403, "r"), "reset", problem(403, "r")),
    });
    for (let asked = 1; asked <= 3; asked += 1) failureOf(await api.package("1", call()));
    await flushed();
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.filter(({ msg }) => msg === "request failed")).toMatchObject([
      { level: 30, failure: "not_found" },
      { level: 40, failure: "forbidden" },
      { level: 40, failure: "network", code: "ECONNRESET" },
      { level: 40, failure: "forbidden" },
    ]);
  });

  test("counts an unfinished reading as a kept answer", async () => {
    const alerts = () => ({ status: 200, json: envelope(["85001"], { hasMore: true, total: 5 }) });
    const { api, call } = await startScripted({ alerts }, { COLDROUTE_MAX_BILLABLE_PER_CALL: "1" });
    answerOf(await api.alerts({}, call()));
    expect(api.status().memory.alerts.answers).toBe(1);
  });
});
