import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Api } from "../../src/api/api.ts";
import { CallUsage } from "../../src/api/usage.ts";
import { answerOf, failureOf, startClient, type TestCall } from "../support/client.ts";
import { startSandbox } from "../support/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

const PAGES = { alertCount: 60, maxPageSize: 10, defaultPageSize: 10, tooLarge: "clamp", latencyMs: 20 } as const;
/** The second day that the sandbox's clock lets it answer for. */
const DAY = "2026-07-11";

async function startBoth(environment: Readonly<Record<string, string>> = {}) {
  const serviceClock = new ShiftedClock();
  const sandbox = await startSandbox({ clock: serviceClock, settings: PAGES });
  onTestFinished(() => sandbox.close());
  const client = startClient({ ...sandbox.environment, ...environment });
  const calls: TestCall[] = [];
  const limitedTo = (maxBillable: number): TestCall => {
    const one = { ...client.call(), usage: new CallUsage(maxBillable) };
    calls.push(one);
    return one;
  };
  const billed = (): number[] => calls.map(({ usage }) => usage.report().billableRequests);
  /** The service's bill is what the calls tell, each request in one of them. */
  const expectBill = (...each: number[]): void => {
    expect(billed()).toEqual(each);
    expect(calls.map(({ usage }) => usage.report().maybeBilled)).toEqual(each.map(() => 0));
    expect(sandbox.ledger.billed()).toBe(each.reduce((sum, one) => sum + one, 0));
  };
  return { ...client, sandbox, serviceClock, limitedTo, expectBill };
}
const limitOf = (limit: number) => ({ kind: "billing_limit", product: "alerts", scope: "call", limit });

describe("alerts that calls of unequal room read together (DESIGN 2, COLDROUTE_MAX_BILLABLE_PER_CALL)", () => {
  test("go on for whoever has room; whose room is spent is told what arrived", async () => {
    const { api, limitedTo, expectBill } = await startBoth();
    const [first, second, third] = [
      api.alerts({}, limitedTo(1)),
      api.alerts({}, limitedTo(1)),
      api.alerts({}, limitedTo(60)),
    ];
    expect(answerOf(await first)).toMatchObject({
      total: 60,
      incomplete: { reason: "billing_limit", failure: limitOf(1), pagesRead: 1, pagesTotal: 6 },
    });
    expect(answerOf(await second).incomplete).toMatchObject({ failure: limitOf(1), pagesRead: 2 });
    const whole = answerOf(await third);
    expect(whole.incomplete).toBeUndefined();
    expect(whole.records).toHaveLength(60);
    expectBill(1, 1, 4);
  });

  test("end at the limit when nobody has room left, and who asks later goes on with them", async () => {
    const { api, limitedTo, expectBill } = await startBoth();
    const sets = await Promise.all([api.alerts({}, limitedTo(1)), api.alerts({}, limitedTo(2))]);
    expect(sets.map((set) => answerOf(set).incomplete)).toMatchObject([
      { failure: limitOf(1), pagesRead: 1 },
      { failure: limitOf(2), pagesRead: 3 },
    ]);
    expect(answerOf(await api.alerts({}, limitedTo(3))).incomplete).toBeUndefined();
    expectBill(1, 2, 3);
  });

  test("go on for one who joins while the last page within another's limit is still coming", async () => {
    // A page that comes byte by byte takes a busy machine far longer than so many milliseconds.
    const patience = { COLDROUTE_TIMEOUT_MS: "60000", COLDROUTE_MAX_WAIT_MS: "120000" };
    const { sandbox, api, limitedTo, expectBill } = await startBoth(patience);
    for (const fault of [
      { kind: "pass", times: 2 },
      { kind: "drip", delayMs: 1 },
    ] as const) {
      sandbox.inject({ product: "alerts", ...fault });
    }
    const starter = limitedTo(4);
    const first = api.alerts({}, starter);
    while (!starter.usage.isSpent()) await wait(5);
    const second = api.alerts({}, limitedTo(60));
    expect(answerOf(await first).incomplete).toMatchObject({ failure: limitOf(4), pagesRead: 4 });
    expect(answerOf(await second).incomplete).toBeUndefined();
    expectBill(4, 2);
  });

  test("are told whole to who has no room but need not pay", async () => {
    const { api, limitedTo, expectBill } = await startBoth();
    const [payer, guest] = [api.alerts({}, limitedTo(60)), api.alerts({}, limitedTo(0))];
    expect(answerOf(await payer).incomplete).toBeUndefined();
    expect(answerOf(await guest).incomplete).toBeUndefined();
    expectBill(6, 0);
  });

  test("and that another's limit left off are what was asked for, where they hold it", async () => {
    const { api, limitedTo, expectBill } = await startBoth();
    const [zip] = answerOf(await api.alerts({}, limitedTo(1))).records.map((record) => String(record["zip"]));
    const known = answerOf(await api.alerts({ zips: [zip ?? ""] }, limitedTo(1)));
    expect(known.incomplete).toEqual({ reason: "answered", pagesRead: 1, pagesTotal: 6, since: expect.anything() });
    expectBill(1, 0);
  });

  test("and that another's limit left off stand in for a failure, which is then what ends them", async () => {
    const { sandbox, api, clock, limitedTo } = await startBoth();
    answerOf(await api.alerts({}, limitedTo(1)));
    clock.advance(301_000);
    sandbox.inject({ product: "alerts", kind: "status", status: 500, times: 2 });
    const stale = limitedTo(60);
    expect(answerOf(await api.alerts({}, stale)).incomplete).toMatchObject({
      reason: "failure",
      failure: { kind: "upstream_error" },
      pagesRead: 1,
    });
    expect(stale.usage.report().stale).toBe(true);
  });
});

describe("one read that calls of unequal room share", () => {
  test.each([
    ["package", (api: Api, call: TestCall) => api.package("10042", call), "tracking"],
    ["risk", (api: Api, call: TestCall) => api.risk({ granularity: "zip3", date: DAY }, call), "risk"],
  ] as const)("%s: is repeated at the cost of who has room; the other is told what went wrong", async (...row) => {
    const [, ask, product] = row;
    const { sandbox, api, limitedTo, expectBill } = await startBoth();
    sandbox.inject({ product, kind: "html" });
    const [first, second] = [ask(api, limitedTo(1)), ask(api, limitedTo(60))];
    expect(failureOf(await first)).toMatchObject({ kind: "unexpected_response", product, status: 200 });
    expect((await second).ok).toBe(true);
    expectBill(1, 1);
  });

  test("whoever joins with room pays, where the starter has none while its other request is open", async () => {
    const { sandbox, serviceClock, api, limitedTo, expectBill } = await startBoth();
    sandbox.inject({ product: "risk", kind: "pass", delayMs: 60_000 });
    const starter = limitedTo(1);
    const day = api.risk({ granularity: "zip3", date: DAY }, starter);
    while (starter.usage.roomLeft() > 0) await wait(5);
    const shared = [api.package("10042", starter), api.package("10042", limitedTo(60))];
    for (const each of await Promise.all(shared)) answerOf(each);
    expect(starter.usage.report().billableRequests, "the slow one is still open").toBe(0);
    serviceClock.advance(60_000);
    answerOf(await day);
    expectBill(1, 1);
  });

  test("who has no room does not pay for what was reserved by one who has left", async () => {
    const { sandbox, api, limitedTo, expectBill } = await startBoth();
    sandbox.inject({ product: "token", kind: "pass", delayMs: 300 });
    const payer = limitedTo(60);
    const [left, rest] = [api.package("10042", payer), api.package("10042", limitedTo(0))];
    await wait(50);
    payer.cancel();
    expect(failureOf(await left).kind).toBe("cancelled");
    expect(failureOf(await rest)).toMatchObject({ kind: "billing_limit", scope: "call", limit: 0 });
    expectBill(0, 0);
  });
});
