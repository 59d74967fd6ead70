import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { SharedAccount } from "../../../src/api/account/account.ts";
import { createApi } from "../../../src/api/client.ts";
import type { Made } from "../../../src/api/model/account.ts";
import { Allowance } from "../../../src/api/model/allowance.ts";
import { CallUsage } from "../../../src/api/model/usage.ts";
import { loadConfig } from "../../../src/config/config.ts";
import type { Result } from "../../../src/domain/failure.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { answerOf, envelope, failureOf, PACKAGE } from "../../support/client.ts";
import { passing, until } from "../../support/events.ts";
import {
  problem,
  type Route,
  type Script,
  type Scripts,
  startScriptedService,
} from "../../support/scripted-service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";
import { StoreInProcess } from "../../support/store-in-process.ts";

/** Processes that share a store, over a scripted service. */
async function start(scripts: Scripts) {
  const service = await startScriptedService(scripts);
  const clock = new ShiftedClock();
  const shared = new StoreInProcess(clock);
  const join = (settings: Readonly<Record<string, string>> = {}, store = shared.connect()) => {
    const config = loadConfig({ ...service.environment, ...settings });
    const options = { config, clock, random: () => 0, log: createLog({ level: "silent" }) };
    const account = new SharedAccount(store, options);
    const api = createApi({ ...options, account });
    onTestFinished(() => api.close());
    const call = (allowance?: Allowance) => ({
      signal: new AbortController().signal,
      deadlineMs: clock.monotonicMs() + 25_000,
      usage: new CallUsage(10, allowance),
    });
    return { api, account, track: (id: string, allowance?: Allowance) => api.package(id, call(allowance)), call };
  };
  return {
    service,
    clock,
    shared,
    join,
    asked: (route: Route) => service.received.filter((each) => each.route === route),
  };
}

const found: Script = () => ({ status: 200, json: PACKAGE });
const risk = { granularity: "zip3", date: "2026-07-10" };

describe("[G-account] processes of one account", () => {
  test("share one token, and one exchange replaces it after a 401", async () => {
    const refused = new Set<string>();
    const { join, asked, clock } = await start({
      tracking: ({ headers }) =>
        refused.has(headers.authorization ?? "") ? problem(401, "no") : { status: 200, json: PACKAGE },
    });
    const [one, other] = [join(), join()];
    await passing(clock, Promise.all([one.track("1"), other.track("2")]));
    expect(asked("token")).toHaveLength(1);
    refused.add(asked("tracking")[0]?.headers.authorization ?? "");
    await passing(clock, Promise.all([one.track("3"), other.track("4")]));
    expect(asked("token")).toHaveLength(2);
  });

  test("share a refused exchange: no other process repeats it", async () => {
    const { join, asked, clock } = await start({ token: () => problem(403, "no") });
    const asking = [join(), join(), join()].map(({ track }) => track("1"));
    for (const each of await passing(clock, Promise.all(asking))) expect(failureOf(each).kind).toBe("forbidden");
    expect(asked("token")).toHaveLength(1);
  });

  test("work that ends in a defect releases its lease", async () => {
    const { join, shared } = await start({});
    const { account, call } = join();
    const { deadlineMs } = call();
    const defect = () => Promise.reject(new Error("a defect"));
    const limits = { deadlineMs: () => deadlineMs };
    const keep = (made: Result<Made>) => ({ made, lifeMs: 0 });
    await expect(account.share("token", limits, defect, keep)).rejects.toThrow("a defect");
    await until(() => !shared.isLeased);
  });

  test("share whole answers with their age, and read their own memory without asking the store", async () => {
    const { join, asked, clock, shared } = await start({
      risk: () => ({ status: 200, json: envelope(["850"]) }),
      alerts: ({ url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { status: 200, json: envelope([`8500${page}`], { total: 3, page, pageSize: 1, hasMore: page < 3 }) };
      },
    });
    const [one, other] = [join(), join()];
    const ask = async ({ api, call }: typeof one) => {
      const [ofAlerts, ofRisk] = [call(), call()];
      const answers = [api.alerts({}, ofAlerts), api.risk(risk, ofRisk)] as const;
      const [alerts, day] = [answerOf(await passing(clock, answers[0])), answerOf(await passing(clock, answers[1]))];
      return { alerts: alerts.records, risk: day.records, source: ofAlerts.usage.sourceOf("alerts") };
    };
    const first = await ask(one);
    expect(first.alerts).toHaveLength(3);
    await until(() => !shared.isLeased);
    clock.advance(60_000);
    const second = await ask(other);
    expect({ alerts: second.alerts, risk: second.risk }).toEqual({ alerts: first.alerts, risk: first.risk });
    expect(second.source).toMatchObject({ data: "cached" });
    expect(second.source.ageMs).toBeGreaterThanOrEqual(60_000);
    expect({ alerts: asked("alerts").length, risk: asked("risk").length }).toEqual({ alerts: 3, risk: 1 });
    const { commands } = shared;
    await ask(other);
    expect(shared.commands).toBe(commands);
  });

  test("a value that was sealed with another secret is a miss and is replaced", async () => {
    const { join, asked, clock, shared } = await start({ tracking: found });
    answerOf(await passing(clock, join().track("1")));
    await until(() => !shared.isLeased);
    // With a rotated secret, the process finds the old token under the same key.
    const rotated = join({ COLDROUTE_CLIENT_SECRET: "another-secret-of-the-client" });
    answerOf(await passing(clock, rotated.track("2")));
    await until(() => !shared.isLeased);
    answerOf(await passing(clock, join({ COLDROUTE_CLIENT_SECRET: "another-secret-of-the-client" }).track("3")));
    expect(asked("token")).toHaveLength(2);
  });

  test("no token, package or client id can be read in the store", async () => {
    const { join, clock, shared, service } = await start({ tracking: found });
    answerOf(await passing(clock, join().track("private-10045")));
    await until(() => !shared.isLeased);
    const stored = shared.dump();
    expect(stored).toContain("coldroute:1:{");
    const { COLDROUTE_CLIENT_ID: id = "", COLDROUTE_CLIENT_SECRET: secret = "" } = service.environment;
    for (const text of ["private-10045", "token-1", id, secret]) expect(stored).not.toContain(text);
    expect(stored).toContain(createHash("sha256").update(id).digest("base64url").slice(0, 22));
  });

  test("share the day's limit and a principal's limit", async () => {
    const { join, asked, clock } = await start({ tracking: found });
    const [one, other] = [join({ COLDROUTE_BILLABLE_LIMIT: "3" }), join({ COLDROUTE_BILLABLE_LIMIT: "3" })];
    const [ofOne, ofOther] = [0, 1].map(() => new Allowance(2, "named support", "support"));
    answerOf(await passing(clock, one.track("1", ofOne)));
    answerOf(await passing(clock, other.track("2", ofOther)));
    const spent = failureOf(await passing(clock, one.track("3", ofOne)));
    expect(spent).toMatchObject({ kind: "billing_limit", scope: "caller", owner: "support", limit: 2 });
    answerOf(await passing(clock, one.track("4")));
    expect(failureOf(await passing(clock, other.track("5")))).toMatchObject({ kind: "billing_limit", scope: "day" });
    expect(asked("tracking")).toHaveLength(3);
    // The next day has a bill of its own.
    clock.advance(86_400_000);
    answerOf(await passing(clock, other.track("6")));
  });

  test("an attempt draws only from the limits that it counts against", async () => {
    const { join, clock } = await start({ tracking: found });
    const [one, other] = [join(), join()];
    const [ofOne, ofOther, another] = ["a", "a", "b"].map((principal) => new Allowance(2, principal));
    answerOf(await passing(clock, one.track("1", ofOne)));
    answerOf(await passing(clock, one.track("2", another)));
    answerOf(await passing(clock, other.track("3", ofOther)));
  });

  test("a process whose clock runs 100 ms ahead keeps the bills of two days apart", async () => {
    const { join, clock, shared } = await start({ tracking: found });
    const ahead = { ...shared.connect(), nowMs: () => clock.nowMs() + 100 };
    const one = join({ COLDROUTE_BILLABLE_LIMIT: "3" }, ahead);
    for (const id of ["1", "2", "3"]) answerOf(await passing(clock, one.track(id)));
    clock.advance(86_400_000 - (clock.nowMs() % 86_400_000) - 50);
    for (const id of ["4", "5", "6"]) answerOf(await passing(clock, one.track(id)));
    expect(failureOf(await passing(clock, one.track("7")))).toMatchObject({ kind: "billing_limit", scope: "day" });
  });

  test("without the store, a process spends only what it has drawn, and says so at the limit", async () => {
    const { join, clock, shared } = await start({ tracking: found });
    const one = join({ COLDROUTE_BILLABLE_LIMIT: "1000" });
    for (let number = 0; number < 25; number += 1) answerOf(await passing(clock, one.track(String(number))));
    shared.isDown = true;
    const ends: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      const answer = await passing(clock, one.track(`more ${number}`));
      ends.push(answer.ok ? "answer" : `${answer.failure.kind} ${"isUnshared" in answer.failure}`);
    }
    expect(new Set(ends)).toEqual(new Set(["answer", "billing_limit true"]));
    expect(ends.filter((end) => end === "answer").length).toBeLessThanOrEqual(10);
  });
});
