import { describe, expect, test } from "vitest";
import { failed, success } from "../../src/api/failure.ts";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { ToolResult } from "../../src/server/boundary.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { startScripted } from "../support/client.ts";
import type { SampleRun } from "./sample-tool.ts";
import { answerIds, failWith, sampleTool } from "./sample-tool.ts";

/** The catalogue of one sample tool over the real client; `run` is what the tool does. */
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
  test("shows closed, plain JSON Schema with notes in every output", async () => {
    const { catalogue } = await catalogueOf(answerIds);
    const [tool] = catalogue.list();
    expect(tool?.inputSchema).toMatchObject({ type: "object", additionalProperties: false, required: ["ids"] });
    expect(tool?.outputSchema).toMatchObject({ properties: { notes: { type: "array", items: { type: "string" } } } });
    expect(JSON.stringify(catalogue.list())).not.toContain("$schema");
  });

  test("needs no configuration", () => {
    const config = loadConfig({});
    expect(config.tools).toHaveLength(4);
  });
});

describe("an answer", () => {
  test("ends with notes and provenance, in the text and in structuredContent.notes alike", async () => {
    const { call } = await catalogueOf(answerIds);
    const result = await call({ ids: ["1"] });
    const provenance = "Live · data of 2026-07-09 12:03Z · 0 billable requests.";
    expect(textOf(result)).toBe(`ids 1\na note\n${provenance}`);
    expect(result.structuredContent).toEqual({ ids: ["1"], notes: ["a note", provenance] });
    expect(result.isError).toBeUndefined();
    expect(result._meta["coldroute/usage"]).toMatchObject({ billableRequests: 0, requests: 0, cached: false });
  });

  test("opens with STALE in both channels when memory had to do", async () => {
    const { call } = await catalogueOf(async (args, context) => {
      context.call.usage.answeredFromMemory("tracking", 150_000, {
        kind: "rate_limited",
        product: "tracking",
        waitMs: 29_001,
      });
      return answerIds(args, context);
    });
    const result = await call({ ids: ["1"] });
    expect(textOf(result)).toMatch(/^STALE: .* \(requests are held back; it may be asked again in 30 s\); .*2 min ago/);
    expect(textOf(result)).toContain("\nSTALE · data of 2026-07-09 12:03Z · 0 billable requests.");
    expect(result.structuredContent?.["notes"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^STALE: .*asked again in 30 s/)]),
    );
  });

  test("tells what was billed, what may have been, and how old the memory is", async () => {
    const { call } = await catalogueOf(async (args, context) => {
      const { usage } = context.call;
      if (args.limit === 1) {
        usage.answeredFromMemory("tracking", 40_000);
        return answerIds(args, context);
      }

      usage.sent();
      usage.settled("billed");

      usage.sent();
      usage.settled("lost");
      return answerIds(args, context);
    });
    expect(textOf(await call({ ids: ["1"] }))).toContain("1 billable request, 1 more may have been billed.");
    expect(textOf(await call({ ids: ["1"], limit: 1 }))).toContain("\nCached 40 s ago · ");
  });

  test("says that it is sandbox data, failed or not", async () => {
    const { call } = await catalogueOf(answerIds, { COLDROUTE_SANDBOX: "1" });
    const good = await call({ ids: ["1"] });
    expect(textOf(good)).toContain("Sandbox data");
    expect(JSON.stringify(good.structuredContent)).toContain("Sandbox data");
    expect(textOf(await call({}))).toContain("Sandbox data");
  });

  test("has only what the output schema shows; open objects stay open", async () => {
    const { call } = await catalogueOf(async ({ ids }) => {
      const structured = { ids, extra: { kept: 1 }, stray: true };
      return success({ lines: [], structured, notes: [] });
    });
    const { structuredContent } = await call({ ids: ["1"] });
    expect(structuredContent).toMatchObject({ extra: { kept: 1 } });
    expect(structuredContent).not.toHaveProperty("stray");
  });
});

describe("a failure", () => {
  test("is a result with words, its facts and the usage, and no structured content", async () => {
    const { call } = await catalogueOf(
      failWith({ kind: "rate_limited", product: "tracking", status: 429, waitMs: 2_000 }),
    );
    const result = await call({ ids: ["1"] });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(result._meta["coldroute/error"]).toMatchObject({
      kind: "rate_limited",
      product: "tracking",
      status: 429,
      retryable: true,
      retryAfterSeconds: 2,
    });
    expect(result._meta["coldroute/usage"]).toMatchObject({ billableRequests: 0 });
    expect(textOf(result)).toContain("2 s");
  });

  test("of several parts tells each, between what happened and what to do next", async () => {
    const failure = { kind: "outcome_unknown", product: "planning", what: "the connection broke" } as const;
    const { call } = await catalogueOf(async () => ({
      ...failed(failure),
      lines: ["the first: lost", "the other: no"],
    }));
    const lines = textOf(await call({ ids: ["1"] })).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^The outcome is unknown/),
      "the first: lost",
      "the other: no",
    ]);
    expect(lines[3]).toMatch(/ask the user before planning again/);
  });

  test("of the arguments names them with a good value, and asks nothing", async () => {
    const { call, service } = await catalogueOf(answerIds);
    const result = await call({ ids: [] });
    expect(result._meta["coldroute/error"]).toMatchObject({ kind: "invalid_arguments" });
    expect(textOf(result)).toMatch(/ids.*\["10045"\]/);
    expect(service.requests("tracking")).toHaveLength(0);
  });

  test("of the configuration names every problem, also those of other tools", async () => {
    const { call } = await catalogueOf(answerIds, { COLDROUTE_TRACKING_URL: "x", COLDROUTE_RISK_URL: "y" });
    const result = await call({});
    expect(result._meta["coldroute/error"]).toMatchObject({ kind: "configuration" });
    expect(textOf(result)).toMatch(/COLDROUTE_RISK_URL.*COLDROUTE_TRACKING_URL/s);
  });

  test("that nobody expected shows a reference, and its stack to the log alone", async () => {
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

  test("to fit the advertised output is a defect, not an answer", async () => {
    const { call } = await catalogueOf(async () => {
      const structured = { ids: 5 } as unknown as { ids: string[] };
      return success({ lines: ["x"], structured, notes: [] });
    });
    expect((await call({ ids: ["1"] }))._meta["coldroute/error"]).toMatchObject({ kind: "internal" });
  });
});

test("a tool that is withheld, and one that never was, are told apart", async () => {
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

test("no argument stands in a log line", async () => {
  const { call, lines } = await catalogueOf(answerIds);
  await call({ ids: ["PKG-PRIVATE-77"], place: "PRIVATE PLACE" });
  await call({ ids: ["PKG-PRIVATE-77"] });
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain("PRIVATE");
});
