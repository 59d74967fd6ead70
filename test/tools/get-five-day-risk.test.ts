import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import { ZipCodes } from "../../src/places/old/zip-codes.ts";
import { getFiveDayRisk } from "../../src/tools/get-five-day-risk.ts";
import { risks } from "./samples.ts";
import { ask, contextOver, riskDay } from "./written-api.ts";

const refusal: Failure = {
  kind: "invalid_request",
  product: "risk",
  status: 400,
  problem: { title: "Bad Request", detail: "date is outside the published horizon" },
};

function run(args: object, written: Parameters<typeof contextOver>[0]) {
  const { context, asked } = contextOver(written);
  return { outcome: getFiveDayRisk.run(getFiveDayRisk.input.parse(args), context), asked };
}

describe("get_five_day_risk", () => {
  it("[4.3-tomorrow] starts tomorrow in UTC, sends the date, and asks for zip3", async () => {
    const { outcome, asked } = run({}, { risk: () => riskDay(risks(3)) });
    await outcome;
    expect(asked.risk).toEqual([{ granularity: "zip3", date: "2026-07-10" }]);
  });

  it("asks for consecutive days across the end of a month, one request each", async () => {
    const { outcome, asked } = run({ date: "2026-07-30", days: 4, granularity: "zip5" }, { risk: () => riskDay([]) });
    await outcome;
    expect(asked.risk).toEqual(
      ["2026-07-30", "2026-07-31", "2026-08-01", "2026-08-02"].map((date) => ({ granularity: "zip5", date })),
    );
  });

  it("[8.6-horizon] keeps the days that were answered, and quotes why another was not", async () => {
    const args = { locations: ["33101"], date: "2026-07-10", days: 3 };
    const { text, structured } = await ask(getFiveDayRisk, args, {
      risk: (date) => (date === "2026-07-12" ? refusal : riskDay(risks(2))),
    });
    expect(text).toContain("Fri 2026-07-10: 33101 Miami, FL (area 331): riskLevel=High");
    expect(text).toMatch(/Sun 2026-07-12: refused \(400\).*"date is outside the published horizon"/);
    expect(text).toContain("33101 for area 331, not that ZIP alone");
    expect(structured).toMatchObject({
      days: [{ date: "2026-07-10", matched: 1 }, { date: "2026-07-11" }],
      unavailable: [{ date: "2026-07-12", reason: expect.stringContaining("refused (400)") }],
      uncovered: [],
      granularity: "zip3",
    });
  });

  it("is the first day's error when no day was answered", async () => {
    const later: Failure = { kind: "unavailable", product: "risk", status: 503 };
    const { outcome } = run(
      { date: "2026-07-10", days: 2 },
      { risk: (date) => (date === "2026-07-10" ? refusal : later) },
    );
    expect(await outcome).toEqual({
      ok: false,
      failure: refusal,
      lines: [
        'Fri 2026-07-10: refused (400): "Bad Request", "date is outside the published horizon".',
        "Sat 2026-07-11: unavailable (503).",
      ],
    });
  });

  it("names places without a record, on all days or on some", async () => {
    const { structured, notes, text } = await ask(
      getFiveDayRisk,
      { locations: ["33101", "33201", "99901"], days: 2 },
      { risk: (date) => riskDay(risks(date === "2026-07-10" ? 2 : 1)) },
    );
    expect(structured["uncovered"]).toEqual(["99901"]);
    expect(text).toContain("99901 Ketchikan, AK: no record in this data");
    expect(notes).toContain("No record on 2026-07-11 for 33201.");
  });

  it("names the parts of a city that have no record where others have one", async () => {
    const parts = (...zips: string[]) => riskDay(zips.map((zip) => ({ zip, riskLevel: "Low" })));
    const told = async (risk: (date: string) => ReturnType<typeof riskDay>) =>
      (await ask(getFiveDayRisk, { locations: ["NYC"], days: 2 }, { risk })).notes.join(" ");
    const all = ["100", "101", "102", "103", "104", "110", "111", "112", "113", "114", "116"];
    expect(await told(() => parts(...all))).not.toContain("no record (not known)");
    expect(await told(() => parts(...all.slice(2)))).toContain("NYC: no record (not known) under 100, 101.");
    expect(await told((date) => parts(...all.slice(date === "2026-07-10" ? 0 : -1)))).toMatch(
      /NYC: no record \(not known\) under .* and \d+ more on 2026-07-11\./,
    );
  });

  it("names the ZIPs of a state or prefix that have no record where others of their prefix have one", async () => {
    const told = async (locations: readonly string[], zips: readonly string[], more: object = {}) => {
      const records = zips.map((zip) => ({ zip, riskLevel: "Low", ...more }));
      const risk = () => riskDay(records, { granularity: "zip5" });
      return (await ask(getFiveDayRisk, { locations, granularity: "zip5" }, { risk })).notes.join(" ");
    };
    // Delaware is 197, 198 and 199.
    const state = await told(["Delaware"], ["19701", "19901"]);
    expect(state).toMatch(
      /Delaware: no record \(not known\) under 198, nor for \d\d of its (\d\d) ZIPs: 19702, 19703, .* and \d+ more\./,
    );
    const [, gone, all] = /for (\d+) of its (\d+) ZIPs: 19702/.exec(state) ?? [];
    const under = (prefix: string) => ZipCodes.open().under(prefix).length;
    expect(Number(all)).toBe(under("197") + under("198") + under("199"));
    expect(Number(gone)).toBe(under("197") + under("199") - 2);
    expect(await told(["198"], ["19801"])).toContain(
      `198: no record (not known) for ${under("198") - 1} of its ${under("198")} ZIPs: 19802, `,
    );
    expect(await told(["198"], ZipCodes.open().under("198").slice(1))).toMatch(/for 1 of its \d+ ZIPs: 19801\./);
    expect(await told(["198", "Delaware"], ["19"])).not.toContain("no record (not known)");
    expect(await told(["198"], ["198"])).not.toContain("no record (not known)");
    expect(await told(["198"], ZipCodes.open().under("198"))).not.toContain("no record (not known)");
    expect(await told(["19801"], ["19801"])).not.toContain("no record (not known)");
    // A record abroad says nothing of a ZIP.
    const abroad = { zip: "19802", country: "DE" };
    const risk = () => riskDay([abroad, { zip: "19801", riskLevel: "Low" }]);
    const { notes } = await ask(getFiveDayRisk, { locations: ["198"], granularity: "zip5" }, { risk });
    expect(notes.join(" ")).toMatch(/of its \d+ ZIPs: 19802, /);
  });

  it.each([
    ["an object", { from: "2026-07-10", to: "2026-07-14" }, "(from=2026-07-10 to=2026-07-14)"],
    ["a list", ["2026-07-10", "2026-07-11"], "[2026-07-10, 2026-07-11]"],
    ["a number", 5, "as sent 5"],
    ["text", "five days from today", '"five days from today"'],
  ])("[2.1-meta.horizon] shows a horizon as sent: %s", async (_, horizon, shown) => {
    const { text, structured } = await ask(getFiveDayRisk, {}, { risk: () => riskDay(risks(1), { horizon }) });
    expect(structured["horizon"]).toEqual(horizon);
    expect(text).toContain(shown);
  });

  it("says when the horizon is absent, the granularity another, or there is more than was sent", async () => {
    const { text, notes, structured } = await ask(
      getFiveDayRisk,
      { granularity: "zip5" },
      { risk: () => riskDay(risks(1), { horizon: undefined, complete: false }) },
    );
    expect(structured["horizon"]).toBeNull();
    expect(text).toContain("horizon not given");
    expect(notes.join(" ")).toContain("Asked by zip5, answered by zip3");
    expect(notes.join(" ")).toContain("more records for 2026-07-10 than it sent");
  });

  it("[2.2-risk-open] passes unknown fields on and claims no meaning for them", async () => {
    const record = { zip: "331", score: 0.7, label: "two words" };
    const { text, structured } = await ask(getFiveDayRisk, {}, { risk: () => riskDay([record]) });
    expect(structured).toMatchObject({ days: [{ records: [record] }] });
    expect(text).toContain('331: score=0.7 label="two words"');
    expect(text).toContain("meaning is not documented");
  });

  it("says in the notes too what the levels are and that absence proves nothing", async () => {
    const { notes } = await ask(getFiveDayRisk, { locations: ["99901"] }, { risk: () => riskDay(risks(1)) });
    expect(notes.join(" ")).toMatch(/Forecast; .*meaning is not documented/);
    expect(notes).toContain("No record in this data is no proof of low risk.");
    const known = await ask(getFiveDayRisk, { locations: ["331"] }, { risk: () => riskDay(risks(1)) });
    expect(known.notes.join()).not.toContain("no proof");
  });

  it("claims no absence silently where the service has more, or names no ZIP", async () => {
    const { structured, notes } = await ask(
      getFiveDayRisk,
      { locations: ["33101", "85001"] },
      { risk: () => riskDay([{ zip: 33_101, riskLevel: "High" }, { riskLevel: "Low" }], { complete: false }) },
    );
    expect(structured).toMatchObject({ days: [{ matched: 1 }], uncovered: ["85001"] });
    expect(notes).toContain("1 record names no readable ZIP: it may concern the places asked.");
    expect(notes.join()).toMatch(/more records for 2026-07-10 than it sent: a place without one may have one there/);
  });

  it("refuses days beyond the last date there is, and takes the last", () => {
    const parsed = getFiveDayRisk.input.safeParse({ date: "9999-12-31", days: 2 });
    expect(parsed.error?.issues).toMatchObject([{ path: ["days"] }]);
    expect(getFiveDayRisk.input.safeParse({ date: "9999-12-30", days: 2 }).success).toBe(true);
    expect(getFiveDayRisk.input.safeParse({ date: "2026-02-30", days: 2 }).error?.issues).toMatchObject([
      { path: ["date"] },
    ]);
  });

  it("cuts what describes the data where it is neither a timestamp nor a word", async () => {
    const long = "three digits of the ZIP code, more or less";
    const { structured } = await ask(
      getFiveDayRisk,
      {},
      { risk: () => riskDay(risks(1), { granularity: long, generatedAt: long }) },
    );
    const cut = expect.stringMatching(/^three digits of the ZIP.*…$/);
    expect(structured).toMatchObject({ granularity: cut, days: [{ generatedAt: cut }] });
  });
});
