import { describe, expect, onTestFinished, test } from "vitest";
import { createApp } from "../../src/app.ts";
import type { Catalogue } from "../../src/server/catalogue.ts";
import { answerMethod } from "../../src/server/methods.ts";
import { enumerations } from "../spec/enumerations.ts";
import { sandboxOfTest } from "../support/per-test.ts";

const context = { signal: new AbortController().signal };

/** An app's resources, over the sandbox or without any service. */
async function resources(settings: Readonly<Record<string, string>> = {}, service = true) {
  const sandbox = service ? await sandboxOfTest() : undefined;
  const environment = { ...sandbox?.environment, COLDROUTE_LOG_LEVEL: "silent", ...settings };
  const app = await createApp({ environment, sandbox: false });
  onTestFinished(() => app.close());
  const catalogue = await app.catalogue();
  return { resources: catalogue.resources, catalogue, sandbox };
}

async function read(from: Catalogue, uri: string) {
  const { contents } = await answerMethod(from, "resources/read", { uri }, context);
  const [first] = contents as readonly { readonly uri: string; readonly text: string }[];
  if (first === undefined) throw new Error("no content");
  return first;
}

/** JSON-RPC error codes (JSON-RPC 2.0, 5.1), and MCP's for a missing resource. */
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;

const inTwoDays = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

describe("a free resource", () => {
  test("is listed; one that may bill is a template that says so", async () => {
    const { resources: offered } = await resources();
    expect(offered.list().map(({ uri }) => uri)).toEqual([
      "coldroute://status",
      "coldroute://reference/carrier-services",
      "ui://coldroute/alerts.html",
      "ui://coldroute/risk.html",
      "ui://coldroute/plans.html",
      "ui://coldroute/packages.html",
    ]);
    const templates = offered.templates();
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "coldroute://packages/{id}",
      "coldroute://risk/{granularity}/{date}",
      "coldroute://alerts{?minLevel}",
    ]);
    for (const { description } of templates) expect(description).toMatch(/bills 1 request/);
  });

  test("is answered without configuration, and with the service down", async () => {
    for (const settings of [{}, { COLDROUTE_AUTH_URL: "http://127.0.0.1:9" }]) {
      const { catalogue } = await resources(settings, false);
      expect(JSON.parse((await read(catalogue, "coldroute://status")).text)).toMatchObject({ token: null, usage: [] });
      expect((await read(catalogue, "coldroute://reference/carrier-services")).text).toContain("CarrierBGround");
    }
  });

  test("[2.7-carrierService] the reference has every name that the specification lists", async () => {
    const { catalogue } = await resources();
    const { text } = await read(catalogue, "coldroute://reference/carrier-services");
    for (const name of Object.values(enumerations).flat()) expect(text).toContain(`- ${name}`);
  });

  test("status shows token, cool-downs, memory and the bill by day and product, but no secret", async () => {
    const { catalogue, sandbox } = await resources();
    // Numbers with letters, because the text is full of other digits.
    await catalogue.call("track_package", { ids: ["SBX0000010045", "SBX0000010046"] }, context);
    await catalogue.call("check_heat_alerts", {}, context);
    sandbox?.inject({ product: "risk", kind: "rate-limit", retryAfterS: 120 });
    await catalogue.call("get_five_day_risk", {}, context);
    const { text } = await read(catalogue, "coldroute://status");
    const status = JSON.parse(text);
    expect(status).toMatchObject({
      scope: expect.stringContaining("this server process alone"),
      since: expect.stringMatching(/Z$/),
      usageSum: { billed: 3, maybeBilled: 0 },
      token: { ageSeconds: expect.any(Number), expiresInSeconds: expect.any(Number) },
      coolDownSeconds: { alerts: 0, risk: expect.any(Number), planning: 0, tracking: 0 },
      memory: { alerts: { answers: 1, bytes: expect.any(Number) }, risk: { answers: 0, bytes: 0 } },
      contractDrift: {},
    });
    for (const { date } of status.usage) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(status.coolDownSeconds.risk).toBeGreaterThan(60);
    expect(text).not.toContain(sandbox?.environment["COLDROUTE_CLIENT_SECRET"]);
    expect(text).not.toContain("SBX");
  });
});

describe("levels of alerts and risk [G-order]", () => {
  const completed = (from: Catalogue) => from.resources.complete("coldroute://alerts{?minLevel}", "minLevel", "");

  test("stand in the status, configured beside seen, and complete in the configured order", async () => {
    const { catalogue } = await resources({ COLDROUTE_ALERT_LEVELS: "severehot,Hot,Warm", COLDROUTE_RISK_LEVELS: "" });
    await catalogue.call("check_heat_alerts", {}, context);
    await catalogue.call("get_five_day_risk", {}, context);
    const { levels } = JSON.parse((await read(catalogue, "coldroute://status")).text);
    expect(levels).toEqual({
      alerts: { configured: ["severehot", "Hot", "Warm"], seen: expect.arrayContaining(["SevereHot", "Warm"]) },
      risk: { configured: null, seen: expect.arrayContaining(["Low", "Severe"]) },
    });
    expect((await completed(catalogue)).slice(0, 3)).toEqual(["severehot", "Hot", "Warm"]);
    expect(
      (await completed(catalogue)).map((name) => name.toLowerCase()).filter((name) => name === "hot"),
    ).toHaveLength(1);
  });

  test("complete with the documented level if none are configured", async () => {
    const { catalogue } = await resources({ COLDROUTE_ALERT_LEVELS: "" });
    expect(await completed(catalogue)).toEqual(["SevereHot"]);
  });
});

describe("a resource that a tool answers", () => {
  test.each([
    ["coldroute://packages/10045", { packages: [{ id: "10045", found: true }] }, "tracking"],
    ["coldroute://packages/a%2Fb", { packages: [{ id: "a/b", found: false }] }, undefined],
    ["coldroute://alerts", { complete: true }, "alerts"],
    ["coldroute://alerts?minLevel=SevereHot", { byLevel: { SevereHot: expect.any(Number) } }, "alerts"],
  ] as const)("%s", async (uri, content, billed) => {
    const { catalogue, sandbox } = await resources();
    const contents = await read(catalogue, uri);
    expect(contents).toMatchObject({ uri, mimeType: "application/json" });
    expect(JSON.parse(contents.text)).toMatchObject(content);
    const count = billed === undefined ? 0 : 1;
    expect(JSON.parse(contents.text).source).toMatchObject({ billableRequests: count });
    expect(sandbox?.ledger.billed()).toBe(count);
  });

  test("has a day of risk, and then offers its values for completion", async () => {
    const { resources: offered, catalogue } = await resources();
    const date = inTwoDays();
    const { text } = await read(catalogue, `coldroute://risk/zip5/${date}`);
    expect(JSON.parse(text)).toMatchObject({ counts: [{ date }], granularity: "zip5" });
    const complete = (name: string, value: string) =>
      offered.complete("coldroute://risk/{granularity}/{date}", name, value);
    expect(await complete("date", date.slice(0, 8))).toEqual([date]);
    expect(await complete("date", "1999")).toEqual([]);
    expect(await complete("granularity", "ZIP")).toEqual(["zip3", "zip5"]);
  });

  test("completes without a request, and never reveals a package's number", async () => {
    const { resources: offered, catalogue, sandbox } = await resources();
    await catalogue.call("track_package", { ids: ["10045"] }, context);
    const before = sandbox?.ledger.billed();
    const complete = (template: string, name: string) => offered.complete(template, name, "");
    expect(await complete("coldroute://packages/{id}", "id")).toEqual([]);
    expect(await complete("coldroute://alerts{?minLevel}", "minLevel")).toEqual([
      "Warm",
      "Hot",
      "SevereHot",
      "ExtremeHot",
    ]);
    expect(await complete("coldroute://elsewhere/{x}", "x")).toEqual([]);
    expect(sandbox?.ledger.billed()).toBe(before);
  });

  test.each([
    "coldroute://packages",
    "coldroute://packages/1/2",
    "coldroute://packages/%E0%A4",
    "coldroute://risk/zip3",
    "coldroute://alerts/1",
    "coldroute://status/more",
    "coldroute://status?x=1",
    "coldroute://alerts?minlevel=SevereHot",
    "coldroute://alerts?minLevel=SevereHot&page=2",
    "coldroute://packages/10045?events=all",
    "coldroute://risk/zip3/2026-07-10?date=2026-07-11",
    "https://packages/10045",
    "nonsense",
    `coldroute://packages/${"1".repeat(700)}`,
  ])("%s is no resource, and nothing is sent", async (uri) => {
    const { catalogue, sandbox } = await resources();
    await expect(read(catalogue, uri)).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
    expect(sandbox?.requestsOf("tracking")).toEqual([]);
    expect(sandbox?.requestsOf("risk")).toEqual([]);
  });

  test("reports a failure as the tool call would", async () => {
    const { catalogue } = await resources();
    await expect(read(catalogue, "coldroute://risk/zip3/1999-01-01")).rejects.toMatchObject({
      message: expect.stringContaining("refused"),
      code: INVALID_PARAMS,
      data: { kind: "invalid_request" },
    });
    const misspelt = read(catalogue, "coldroute://risk/zip3/2026-02-30");
    await expect(misspelt).rejects.toMatchObject({ code: INVALID_PARAMS, data: { kind: "invalid_arguments" } });
  });

  test("is offered only if its tool is", async () => {
    const { resources: offered, catalogue } = await resources({ COLDROUTE_TOOLS: "get_five_day_risk" });
    expect(offered.templates().map(({ name }) => name)).toEqual(["risk"]);
    await expect(read(catalogue, "coldroute://packages/10045")).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
  });
});
