import { describe, expect, it } from "vitest";
import type { Incomplete } from "../../src/api/api.ts";
import type { Failure } from "../../src/api/failure.ts";
import { checkHeatAlerts } from "../../src/tools/check-heat-alerts.ts";
import { getFiveDayRisk } from "../../src/tools/get-five-day-risk.ts";
import { planShipment } from "../../src/tools/plan-shipment.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { envelope, startScripted } from "../support/client.ts";
import { parcel } from "./samples.ts";
import { alertSet, ask, riskDay } from "./written-api.ts";
import { ROUTE_ARGS, WRITTEN } from "./written-route.ts";

const _REASONS = ["page_ignored", "billing_limit", "time", "failure", "changed", "short"] as const;

const PART = { pagesRead: 2, pagesTotal: 6 } as const;
const held = { kind: "rate_limited", product: "alerts", status: 429, waitMs: 59_001 } as const;
const away = { kind: "unavailable", product: "alerts", status: 503, waitMs: 59_001 } as const;
const untilMidnight = { kind: "billing_limit", product: "alerts", scope: "day", limit: 9, waitMs: 59_001 } as const;
const noToken = { kind: "timeout", product: "token", afterMs: 10_000, sent: true, waitMs: 59_001 } as const;

/** Each reading that ended in a failure which says when to come back, and what is told of why. */
const WAITS: readonly (readonly [cause: string, incomplete: Incomplete])[] = [
  ["the service holds requests back", { reason: "time", ...PART, failure: held }],
  ["the service holds requests back", { reason: "failure", ...PART, failure: held }],
  ["a later page failed, unavailable (503)", { reason: "failure", ...PART, failure: away }],
  ["the call's time ran out", { reason: "time", ...PART, failure: noToken }],
  ["the day's limit of 9 billable requests", { reason: "billing_limit", ...PART, failure: untilMidnight }],
];

describe("when to come back for the rest of alerts (DESIGN 4, rate limit)", () => {
  const incompleteNote = (notes: readonly string[]) => notes.find((each) => each.startsWith("Incomplete, "));

  it.each(WAITS)("is told wherever they are read, in both channels, once: %s", async (cause, incomplete) => {
    const alerts = alertSet([], { incomplete });
    const packages = { "1": parcel({ scheduledDeliveryDate: "2026-07-12T12:00:00" }) };
    const alone = await ask(checkHeatAlerts, {}, { alerts });
    const planned = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts });
    const tracked = await ask(trackPackage, { ids: ["1"], checkHeat: true }, { packages, alerts });
    for (const { text, notes } of [alone, planned, tracked]) {
      const note = incompleteNote(notes) ?? "";
      expect(note).toContain(`2 of 6 pages read: ${cause}`);
      expect(note.match(/in 60 s/g)).toHaveLength(1);
      expect(text).toContain(note);
    }
    expect(incompleteNote(alone.notes)).toMatch(/Ask again .*in 60 s/);
    for (const { notes } of [planned, tracked]) expect(incompleteNote(notes)).toMatch(/check_heat_alerts .*in 60 s/);
  });

  it.each([
    ["to go on", 300_000, {}],
    ["to start over", 60_000, {}],
    ["to start over", 0, {}],
    ["to start over", 300_000, { outdated: true }],
  ] as const)("comes %s where what was read is kept for %i ms: %j", async (words, alertsTtlMs, more) => {
    const incomplete = { reason: "time", ...PART, ...more, failure: held } as const;
    const { notes } = await ask(checkHeatAlerts, {}, { alerts: alertSet([], { incomplete }) }, { alertsTtlMs });
    expect(incompleteNote(notes)?.endsWith(`Ask again in 60 s ${words}.`)).toBe(true);
  });

  it("is not told where a refusal stands that asking again does not change", async () => {
    const failure = { kind: "unauthorized", product: "alerts", status: 401, waitMs: 59_001 } as const;
    const incomplete = { reason: "failure", ...PART, failure } as const;
    const { notes } = await ask(checkHeatAlerts, {}, { alerts: alertSet([], { incomplete }) });
    expect(incompleteNote(notes)).not.toContain("60 s");
  });

  it("is told with what it may cost where a page came that cannot be used", async () => {
    const failure = {
      kind: "unexpected_response",
      product: "alerts",
      what: "odd",
      status: 200,
      requestId: "r",
    } as const;
    const alerts = alertSet([], { incomplete: { reason: "failure", ...PART, failure } });
    const cost = ", but the page that failed may be billed once more and fail again";
    const alone = await ask(checkHeatAlerts, {}, { alerts });
    expect(incompleteNote(alone.notes)?.endsWith(`Ask again to go on${cost}.`)).toBe(true);
    const planned = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts });
    expect(incompleteNote(planned.notes)?.endsWith(`check_heat_alerts goes on${cost}.`)).toBe(true);
  });

  it.each<Failure>([
    { kind: "unexpected_response", product: "alerts", what: "odd", status: 303, requestId: "r" },
    { kind: "forbidden", product: "alerts", status: 403 },
    { kind: "upstream_error", product: "alerts", status: 409 },
    { kind: "unexpected_response", product: "token", what: "HTML instead of JSON", status: 200 },
  ])("is not told where a page is refused until someone mends it: $kind", async (failure) => {
    const alerts = alertSet([], { incomplete: { reason: "failure", ...PART, failure } });
    const alone = await ask(checkHeatAlerts, {}, { alerts }, { alertsTtlMs: 300_000 });
    expect(incompleteNote(alone.notes)?.endsWith(" Asking again to go on helps only once that is mended.")).toBe(true);
    const planned = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts });
    expect(incompleteNote(planned.notes)).toMatch(/ check_heat_alerts reads the rest only once that is mended\.$/);
  });

  it.each<[Incomplete["reason"], Failure]>([
    ["failure", { kind: "network", product: "alerts", code: "ECONNRESET", sent: true }],
    ["billing_limit", { kind: "billing_limit", product: "alerts", scope: "call", limit: 3 }],
  ])("is to start over where the data changed, for other tools as well: %s", async (reason, failure) => {
    const alerts = alertSet([], { incomplete: { reason, ...PART, outdated: true, failure } });
    const { notes } = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts });
    expect(incompleteNote(notes)).toMatch(/ check_heat_alerts starts over[.,]/);
  });

  it.each([429, 503])("is told after a %i, whose Retry-After does not fit", async (status) => {
    const { api, call, clock } = await startScripted({
      alerts: ({ url }) =>
        url.searchParams.get("page") === "2"
          ? { status, headers: { "retry-after": "60" }, json: {} }
          : { status: 200, json: envelope(["85001"], { total: 2, pageSize: 1, hasMore: true }) },
    });
    const settings = { showRecipient: false, alertsTtlMs: 300_000 };
    const outcome = await checkHeatAlerts.run({ limit: undefined }, { api, clock, call: call(), settings });
    const note = outcome.ok ? incompleteNote(outcome.value.notes) : undefined;
    expect(note).toMatch(/Ask again in (?:60|6\d) s to go on\.$/);
    expect(note).not.toContain("time ran out");
  });

  it("is told where nothing of what was to be read beside a plan could be, by the tools that read it", async () => {
    const risk = { ...away, product: "risk" } as const;
    const { text, notes } = await ask(planShipment, ROUTE_ARGS, { ...WRITTEN, alerts: held, risk: () => risk });
    const told = [
      "Alerts could not be asked: rate limit reached; check_heat_alerts may be asked in 60 s.",
      "Risk of Tue 2026-07-14: unavailable (503); get_five_day_risk may be asked in 60 s.",
    ];
    for (const note of told) expect(text).toContain(note);
    expect(notes).toEqual(expect.arrayContaining(told));
    expect(text).not.toMatch(/ask again/i);
  });

  it("is told beside what of days or packages came, however long the service's own words are", async () => {
    const problem = { title: "words ".repeat(60) };
    const days = await ask(
      getFiveDayRisk,
      { date: "2026-07-10", days: 2 },
      { risk: (date) => (date === "2026-07-10" ? riskDay([]) : { ...away, product: "risk", problem }) },
    );
    const failure = { ...away, product: "tracking", problem } as const;
    const packages = await ask(trackPackage, { ids: ["1", "2"] }, { packages: { "1": parcel({}), "2": failure } });
    for (const { text, structured } of [days, packages]) {
      expect(text).toMatch(/unavailable \(503\): "words .*, ask again in 60 s\./);
      expect(JSON.stringify(structured)).toMatch(/"reason":"unavailable \(503\).*, ask again in 60 s"/);
    }
  });
});
