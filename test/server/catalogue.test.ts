import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { success } from "../../src/domain/failure.ts";
import { answerMethod } from "../../src/server/methods.ts";
import { askScripted, type Environment } from "../support/asking.ts";
import { TOOL_NAMES, TOOLS } from "../support/contract.ts";
import { until } from "../support/events.ts";
import type { SampleRun } from "./sample-tool.ts";
import { answerIds, sampleTool } from "./sample-tool.ts";

/** The catalogue of one sample tool over the real client. `run` is the tool's work. */
async function catalogueOf(run: SampleRun, settings: Environment = {}) {
  const { ask, ...asking } = await askScripted({}, settings, { tools: [sampleTool(run)] });
  return { ...asking, call: (args: unknown) => ask("track_package", args) };
}

describe("the list", () => {
  test("shows closed, plain JSON Schema with the members of every answer", async () => {
    const { catalogue } = await catalogueOf(answerIds);
    const [tool] = catalogue.list();
    expect(tool?.inputSchema).toMatchObject({ type: "object", additionalProperties: false, required: ["ids"] });
    expect(Object.keys(tool?.outputSchema?.["properties"] ?? {})).toEqual([
      "answer",
      "source",
      "warning",
      "ids",
      "extra",
      "notes",
    ]);
    expect(JSON.stringify(catalogue.list())).not.toContain("$schema");
  });

  test("needs no configuration; its read-only part has neither tool nor prompt for plans", async () => {
    const app = await createApp({ environment: { COLDROUTE_LOG_LEVEL: "silent" }, sandbox: false });
    const whole = await app.catalogue();
    expect(whole.list().map(({ name }) => name)).toEqual(TOOL_NAMES);
    const reading = whole.readOnly();
    const changingNothing = TOOLS.filter(({ creates }) => !creates);
    expect(reading.list()).toMatchObject(changingNothing.map(({ name }) => ({ name })));
    expect(reading.prompts.list().map(({ name }) => name)).not.toContain("plan_safe_shipment");
    expect(reading.prompts.list()).toHaveLength(3);
    const refused = await reading.call("plan_shipment", {}, { signal: new AbortController().signal });
    expect(refused).toMatchObject({ noSuchTool: expect.not.stringMatching(/Available:.*plan_shipment/) });
  });
});

test("an answer opens with its headline and closes with notes and source, in both channels", async () => {
  const { call } = await catalogueOf(answerIds);
  const { text, structured, error, usage } = await call({ ids: ["1"] });
  expect(text).toBe("1 asked\nids 1\nA note.\nLive, data of 2026-11-23 08:03Z (21 min ago), billed 0.");
  expect(structured).toEqual({
    answer: "1 asked",
    source: { data: "live", dataOf: "2026-11-23T08:03:00Z", now: expect.any(String), billableRequests: 0 },
    ids: ["1"],
    notes: ["A note."],
  });
  expect(error).toBeUndefined();
  expect(usage).toMatchObject({ billableRequests: 0, requests: 0, cached: false });
});

describe("a failure", () => {
  test("of many arguments names ten and counts the others", async () => {
    const { call } = await catalogueOf(answerIds);
    const args = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`p${index}`, 1]));
    const { text } = await call({ ids: ["1"], ...args });
    const lines = text.split("\n");
    expect(lines.filter((line) => /^p\d+: /.test(line))).toHaveLength(10);
    expect(lines.join()).toContain("89 more");
  });

  test("of the configuration names every problem that blocks the tool, and no other [G-configuration]", async () => {
    const wrong = { COLDROUTE_TRACKING_URL: "x", COLDROUTE_TIMEOUT_MS: "y", COLDROUTE_RISK_URL: "z" };
    const { call } = await catalogueOf(answerIds, wrong);
    const { error, text } = await call({});
    expect(error).toMatchObject({ kind: "configuration" });
    expect(text.match(/COLDROUTE_\w+/g)).toEqual(["COLDROUTE_TRACKING_URL", "COLDROUTE_TIMEOUT_MS"]);
  });

  test("from a defect in what follows the tool's work has a reference, too", async () => {
    const work: SampleRun = async (args, context) => {
      const outcome = await answerIds(args, context);
      const marks = () => Promise.reject(new Error("12 Elm Street"));
      return outcome.ok ? success({ ...outcome.value, marks }) : outcome;
    };
    const { catalogue, lines } = await catalogueOf(work);
    const context = { signal: new AbortController().signal, drawsViews: true };
    const result = await catalogue.call("track_package", { ids: ["1"] }, context);
    expect(result).toMatchObject({ isError: true, _meta: { "coldroute/error": { kind: "internal" } } });
    await until(() => lines.length > 1);
    expect(lines.join()).toMatch(/"defect in a tool call".*"outcome":"internal"/s);
    expect(lines.join()).not.toContain("Elm");
  });

  test("from a defect shows a reference, and only the log has the stack", async () => {
    const { call, lines } = await catalogueOf(async () => {
      throw new Error("12 Elm Street");
    });
    const { error, text } = await call({ ids: ["1"] });
    expect(error).toMatchObject({ kind: "internal", retryable: false });
    expect(text).toContain("80000000");
    expect(text).not.toMatch(/Elm|sample-tool|\bat /);
    await until(() => lines.length > 0);
    const logged = lines.join();
    expect(logged).toContain("80000000");
    expect(logged).toContain("catalogue.test.ts");
    expect(logged).not.toContain("Elm");
  });
});

test("a withheld tool and an unknown tool get different errors", async () => {
  const { catalogue } = await catalogueOf(answerIds, { COLDROUTE_TOOLS: "check_heat_alerts" });
  const { signal } = new AbortController();
  expect(catalogue.list()).toEqual([]);
  expect(await catalogue.call("track_package", {}, { signal })).toEqual({
    noSuchTool: expect.stringContaining("COLDROUTE_TOOLS"),
  });
  expect(await catalogue.call("toString", {}, { signal })).toEqual({
    noSuchTool: expect.stringContaining("no tool of this name"),
  });
});

test("a prompt takes a day's list of a hundred tracking numbers", async () => {
  const { catalogue } = await catalogueOf(answerIds);
  const ids = Array.from({ length: 100 }, (_, index) => `1Z999AA10123456${100 + index}`).join(", ");
  const params = { name: "delay_triage", arguments: { ids } };
  const answer = await answerMethod(catalogue, "prompts/get", params, { signal: new AbortController().signal });
  expect(JSON.stringify(answer)).toContain("1Z999AA10123456199");
});

test("a call may take as long as COLDROUTE_MAX_WAIT_MS", async () => {
  let leftMs = 0;
  const run: SampleRun = (args, context) => {
    leftMs = context.call.deadlineMs - context.clock.monotonicMs();
    return answerIds(args, context);
  };
  const { call } = await catalogueOf(run, { COLDROUTE_MAX_WAIT_MS: "600000", COLDROUTE_TIMEOUT_MS: "1000" });
  await call({ ids: ["1"] });
  expect(leftMs).toBeGreaterThan(300_000);
  expect(leftMs).toBeLessThanOrEqual(600_000);
});

test("no log line contains an argument", async () => {
  const { call, lines } = await catalogueOf(answerIds);
  await call({ ids: ["PKG-PRIVATE-77"], place: "PRIVATE PLACE" });
  await call({ ids: ["PKG-PRIVATE-77"] });
  await until(() => lines.length > 1);
  expect(lines.join()).not.toContain("PRIVATE");
});
