import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { answerMethod } from "../../src/server/methods.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { startScripted } from "../support/client.ts";
import { TOOL_NAMES, TOOLS } from "../support/contract.ts";
import type { SampleRun } from "./sample-tool.ts";
import { answerIds, sampleTool } from "./sample-tool.ts";

/** The catalogue of one sample tool over the real client. `run` is the tool's work. */
async function catalogueOf(run: SampleRun, settings: Readonly<Record<string, string>> = {}) {
  const { service, api, clock } = await startScripted({}, settings);
  const lines: { fields: Record<string, unknown>; message: string }[] = [];
  const note = (fields: Record<string, unknown>, message: string): void => void lines.push({ fields, message });
  const silent = createLog({ level: "silent" });
  const log = { ...silent, trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
  const surroundings = {
    config: loadConfig({ ...service.environment, ...settings }),
    api: async () => api,
    clock,
    random: () => 0.5,
    log,
  };
  const catalogue = createCatalogue(surroundings, [sampleTool(run)]);
  const call = async (args: unknown): Promise<ToolResult> => {
    const result = await catalogue.call("track_package", args, { signal: new AbortController().signal });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    return result;
  };
  return { catalogue, call, lines, service };
}

const textOf = (result: ToolResult): string => result.content[0].text;

describe("the list", () => {
  test("shows closed, plain JSON Schema with the members of every answer", async () => {
    const { catalogue } = await catalogueOf(answerIds);
    const [tool] = catalogue.list();
    expect(tool?.inputSchema).toMatchObject({ type: "object", additionalProperties: false, required: ["ids"] });
    expect(Object.keys(tool?.outputSchema?.["properties"] ?? {})).toEqual([
      "answer",
      "source",
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
    expect(refused).toMatchObject({ noSuchTool: expect.not.stringMatching(/On offer:.*plan_shipment/) });
  });
});

describe("an answer", () => {
  test("opens with its headline and closes with notes and source, in both channels", async () => {
    const { call } = await catalogueOf(answerIds);
    const { content, structuredContent, isError, _meta } = await call({ ids: ["1"] });
    expect(content[0].text).toBe("1 asked\nids 1\nA note.\nLive, data of 2026-07-09 12:03Z, billed 0.");
    expect(structuredContent).toEqual({
      answer: "1 asked",
      source: { data: "live", dataOf: "2026-07-09T12:03:00Z", now: expect.any(String), billableRequests: 0 },
      ids: ["1"],
      notes: ["A note."],
    });
    expect(isError).toBeUndefined();
    expect(_meta["coldroute/usage"]).toMatchObject({ billableRequests: 0, requests: 0, cached: false });
  });
});

describe("a failure", () => {
  test("of many arguments names ten and counts the others", async () => {
    const { call } = await catalogueOf(answerIds);
    const args = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`p${index}`, 1]));
    const lines = textOf(await call({ ids: ["1"], ...args })).split("\n");
    expect(lines.filter((line) => /^p\d+: /.test(line))).toHaveLength(10);
    expect(lines.join()).toContain("89 more");
  });

  test("of the configuration names every problem that blocks the tool, and no other [G-configuration]", async () => {
    const wrong = { COLDROUTE_TRACKING_URL: "x", COLDROUTE_TIMEOUT_MS: "y", COLDROUTE_RISK_URL: "z" };
    const { call } = await catalogueOf(answerIds, wrong);
    const result = await call({});
    expect(result._meta["coldroute/error"]).toMatchObject({ kind: "configuration" });
    expect(textOf(result).match(/COLDROUTE_\w+/g)).toEqual(["COLDROUTE_TRACKING_URL", "COLDROUTE_TIMEOUT_MS"]);
  });

  test("from a defect shows a reference, and only the log has the stack", async () => {
    const { call, lines } = await catalogueOf(async () => {
      throw new Error("12 Elm Street");
    });
    const result = await call({ ids: ["1"] });
    expect(result._meta["coldroute/error"]).toMatchObject({ kind: "internal", retryable: false });
    expect(textOf(result)).toContain("80000000");
    expect(textOf(result)).not.toMatch(/Elm|sample-tool|\bat /);
    const logged = JSON.stringify(lines);
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
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain("PRIVATE");
});
