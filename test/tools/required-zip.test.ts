import { describe, expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { parcel, sendsAlerts, sendsPackages, sendsRisk } from "../support/samples.ts";

const tool = "track_package";
const HOUR_MS = 3_600_000;
const settings = { COLDROUTE_REQUIRE_ZIP: "1" };
const packages = { 10045: parcel({ orderNumber: "10045", trackingNumber: "TRK1", refrigerated: true }) };

/** The tools of a process that requires the ZIP; `sent` are the numbers that it asked the service about. */
async function require(known: Readonly<Record<string, object>> = packages, environment: object = settings) {
  const asked = await askScripted(
    {
      tracking: sendsPackages({ ...known, TRK1: Object.values(known)[0] } as Parameters<typeof sendsPackages>[0]),
      alerts: sendsAlerts([]),
      risk: sendsRisk(() => []),
    },
    { ...environment },
  );
  return { ...asked, sent: () => asked.service.requests("tracking").length };
}

describe("with COLDROUTE_REQUIRE_ZIP, a package [G-required-zip]", () => {
  test.each([
    {},
    { detail: "full" },
    { checkHeat: true, since: "12h" },
    { ids: ["10045", "TRK1"] },
    { ids: ["trk1"] },
    { ids: ["10045", "2"], checkHeat: true, limit: 1 },
  ])("of another ZIP is answered like one that does not exist, in every byte: %j", async (more) => {
    const args = { ids: ["10045"], recipientZip: "33101", ...more };
    const wrong = await (await require()).ask(tool, args);
    const unknown = await (await require({})).ask(tool, args);
    expect(JSON.stringify(wrong.result)).toBe(JSON.stringify(unknown.result));
    expect(wrong.text).toMatch(/^With ZIP 33101: .*not found/);
    expect(wrong.text).toContain("A package is found only with its recipient's ZIP.");
  });

  test.each(["85001", " 85001 ", "85001-1234", 85_001])(
    "is found by its ZIP, written %j, without a bill",
    async (zip) => {
      const { ask, lines } = await require();
      const { text, structured, result } = await ask(tool, { ids: ["10045"], recipientZip: zip, checkHeat: true });
      expect(structured["packages"]).toMatchObject([{ id: "10045", found: true, heat: { destination: [] } }]);
      expect(text).toMatch(/^With ZIP 85001: 10045 In transit/);
      expect(text).not.toMatch(/billed/);
      expect(JSON.stringify(result)).not.toMatch(/billableRequests|maybeBilled|coldroute\/usage/);
      expect(lines.find((line) => line.includes("tool call"))).toContain('"billableRequests":3');
    },
  );

  test.each([
    [undefined, "00000", false],
    [{}, "00000", false],
    [{ zip: "" }, "00000", false],
    [{ zip: 0 }, "00000", false],
    // The service lost a zero.
    [{ zip: 2134 }, "02134", true],
  ])("of the recipient %j is found by %s: %s", async (recipientAddress, recipientZip, found) => {
    const { ask } = await require({ 10045: parcel({ recipientAddress }) });
    const { structured } = await ask(tool, { ids: ["10045"], recipientZip });
    expect(structured["packages"]).toMatchObject([{ found }]);
  });

  test.each([{}, { recipientZip: "" }, { recipientZip: "8500" }, { recipientZip: "M5V 2T6" }])(
    "is not asked for with %j",
    async (zip) => {
      const { ask, sent } = await require();
      const { error, text } = await ask(tool, { ids: ["10045"], ...zip });
      expect(error).toMatchObject({ kind: "invalid_arguments" });
      expect(text).toContain("recipientZip");
      expect(sent()).toBe(0);
    },
  );

  test("is not looked up for an hour after five wrong ZIPs within an hour, by any of its numbers", async () => {
    const { ask, clock, sent } = await require();
    const found = async (id: string, recipientZip: string) => {
      const { structured } = await ask(tool, { ids: [id], recipientZip });
      return (structured["packages"] as { found: boolean }[])[0]?.found;
    };
    for (const [index, id] of ["10045", "TRK1", "10045", "trk1", "10045"].entries()) {
      expect(await found("10045", "85001")).toBe(true);
      expect(await found(id, `3310${index}`)).toBe(false);
      await clock.advance(HOUR_MS / 10);
    }
    const before = sent();
    expect(await found("10045", "85001")).toBe(false);
    expect(await found("1 0045", "85001")).toBe(false);
    expect(sent()).toBe(before);
    // The hour begins with the last of the five, not with the first.
    await clock.advance(0.75 * HOUR_MS);
    expect(await found("TRK1", "85001")).toBe(false);
    expect(sent()).toBe(before);
    await clock.advance(HOUR_MS / 4);
    expect(await found("TRK1", "85001")).toBe(true);
    // The five are forgotten by then.
    expect(await found("TRK1", "33101")).toBe(false);
    expect(await found("TRK1", "85001")).toBe(true);
  });

  test("is found by no ZIP that is asked together with five wrong ones, which share one request", async () => {
    const { ask, sent } = await require();
    const zips = ["33101", "33102", "33103", "33104", "33105", "85001"];
    const told = await Promise.all(zips.map((recipientZip) => ask(tool, { ids: ["10045"], recipientZip })));
    expect(told.map(({ structured }) => structured["packages"])).toMatchObject(zips.map(() => [{ found: false }]));
    expect(sent()).toBe(1);
  });

  test.each([undefined, null, "", " "])(
    "without a tracking number (%j) is not held for the wrong ZIPs of another one",
    async (trackingNumber) => {
      const without = (orderNumber: string) => parcel({ orderNumber, trackingNumber });
      const { ask } = await require({ 10045: without("10045"), 10046: without("10046") });
      for (let wrong = 0; wrong < 5; wrong += 1) await ask(tool, { ids: ["10045"], recipientZip: "33101" });
      const { structured } = await ask(tool, { ids: ["10045", "10046"], recipientZip: "85001" });
      expect(structured["packages"]).toMatchObject([{ found: false }, { found: true }]);
    },
  );

  test("keeps counting where five wrong ZIPs took longer than an hour", async () => {
    const { ask, clock } = await require();
    for (let wrong = 0; wrong < 8; wrong += 1) {
      await ask(tool, { ids: ["10045"], recipientZip: "33101" });
      await clock.advance(HOUR_MS / 4);
    }
    const { structured } = await ask(tool, { ids: ["10045"], recipientZip: "85001" });
    expect(structured["packages"]).toMatchObject([{ found: true }]);
  });
});

describe("COLDROUTE_REQUIRE_ZIP", () => {
  test("lists the parameter as required, and withdraws what shows packages or bills", async () => {
    const { catalogue } = await require();
    const listed = catalogue.list().find(({ name }) => name === tool);
    expect(listed?.inputSchema).toMatchObject({ required: ["ids", "recipientZip"] });
    const offered = [...catalogue.resources.list(), ...catalogue.resources.templates()].map(({ name }) => name);
    expect(offered.filter((name) => !name.endsWith("-view"))).toEqual(["carrier-services", "risk", "alerts"]);
    for (const uri of ["coldroute://status", "coldroute://packages/10045"])
      expect(catalogue.resources.find(uri)).toBeUndefined();
    expect(catalogue.prompts.list()).toEqual([]);
  });

  test("unset, no tool takes a ZIP and all shows its bill", async () => {
    const { ask } = await require(packages, {});
    const { error } = await ask(tool, { ids: ["10045"], recipientZip: "85001" });
    expect(error).toMatchObject({ kind: "invalid_arguments" });
    expect((await ask(tool, { ids: ["10045"] })).structured).toMatchObject({ source: { billableRequests: 1 } });
  });

  test("hides the bill of the other tools and of the day, which would tell whether a number exists", async () => {
    const { ask } = await require(packages, { ...settings, COLDROUTE_BILLABLE_LIMIT: "200" });
    const { result } = await ask(tool, { ids: ["10045"], recipientZip: "33101" });
    const alerts = await ask("check_heat_alerts");
    expect(alerts.usage).toBeUndefined();
    for (const told of [result, alerts.result])
      expect(JSON.stringify(told)).not.toMatch(/billed|billableRequests|dailyLimit|of 200 today/);
  });
});
