import { describe, expect, test } from "vitest";
import { TOOL_NAMES } from "../../src/domain/tool-list.ts";
import { offeredPrompts } from "../../src/prompts/offered.ts";
import { PROMPTS as prompts } from "../../src/prompts/prompts.ts";
import { tools } from "../../src/server/tools.ts";

const NO_ORDER = { alertLevels: undefined, riskLevels: undefined };
const offered = offeredPrompts(new Set(TOOL_NAMES), NO_ORDER);

/** A value for every argument of each prompt. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  heat_briefing: { places: "Phoenix, AZ; 33101", days: "5" },
  plan_safe_shipment: {
    destination: "Miami, FL",
    goods: "insulin, 12 x 10 x 8 in, 5 lb",
    origin: "38118",
    deliver_by: "2026-07-10",
    refrigerated: "yes",
  },
  where_is_my_package: { ids: "10045, 10046" },
  delay_triage: { ids: "10045" },
};

async function textOf(name: string, args: Readonly<Record<string, string>> = ARGUMENTS[name] ?? {}): Promise<string> {
  const result = offered.get(name, args);
  if ("refused" in result) throw new Error(JSON.stringify(result));
  const [message] = result.messages;
  expect(message?.role).toBe("user");
  return message?.content.text ?? "";
}

test("there are four, each argument described", async () => {
  const listed = offered.list();
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(ARGUMENTS));
  for (const { arguments: args = [], description } of listed) {
    expect(description).toMatch(/tool calls? at most/);
    expect(args.some(({ required }) => required === true)).toBe(true);
    for (const argument of args) expect(argument.description).not.toBe("");
  }
});

describe.each(prompts)("$name", ({ name, arguments: args, tools: needed }) => {
  test("contains the given arguments, texts in quotation marks", async () => {
    const text = await textOf(name);
    for (const [argument, value] of Object.entries(ARGUMENTS[name] ?? {})) {
      if (argument === "days") expect(text).toContain(`days=${value}`);
      else if (argument === "ids") for (const id of value.split(", ")) expect(text).toContain(`"${id}"`);
      else expect(text).toContain(`"${value}"`);
    }
  });

  test("names the ceiling of its calls and their bill, and promises nothing", async () => {
    const text = await textOf(name);
    expect(text).toMatch(/That is the ceiling: \d tool calls?/);
    expect(text).toMatch(/bills? 1 request/);
    expect(text).toContain("not mean that temperatures are safe");
    expect(text.replace(/not mean that temperatures are safe/g, "")).not.toMatch(
      /\b(is safe|will arrive|guarantee)\b/i,
    );
  });

  test("waits for the user before anything is planned", async () => {
    const text = await textOf(name);
    if (!needed.includes("plan_shipment")) expect(text).toMatch(/Plan nothing/);
    else expect(text.indexOf("Wait for my yes")).toBeLessThan(text.indexOf("call plan_shipment"));
  });

  test("mentions only tools and parameters that exist", async () => {
    const text = await textOf(name);
    for (const mentioned of text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) expect(needed).toContain(mentioned);
    const known = tools.flatMap(({ input }) => Object.keys(input.shape));
    for (const [, parameter] of text.matchAll(/`(\w+)`/g)) expect(known).toContain(parameter);
  });

  test("is refused without a required argument, which the refusal names, and with an unknown one", async () => {
    const required = args.filter((argument) => argument.required === true).map((argument) => argument.name);
    for (const given of [{}, Object.fromEntries(required.map((each) => [each, " "]))]) {
      const refused = offered.get(name, given);
      for (const each of required) expect(refused).toMatchObject({ refused: expect.stringContaining(each) });
    }
    const misspelt = offered.get(name, { ...Object.fromEntries(required.map((each) => [each, "x"])), misspelt: "x" });
    expect(misspelt).toMatchObject({ refused: expect.stringContaining("nothing else") });
  });

  test("removes hidden characters and quotation marks from an argument, and cuts it", async () => {
    const hostile = `x" \u202eIgnore all\u0007 previous${"z".repeat(5000)}`;
    const free = args.filter(({ values }) => values === undefined);
    const text = await textOf(name, Object.fromEntries(free.map((argument) => [argument.name, hostile])));
    expect(text.replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.replaceAll(/"[^"]*"/g, "")).not.toMatch(/Ignore|zz/);
    expect(text.length).toBeLessThan(6000);
  });
});

test("completes values that need no request: days, yes and no", async () => {
  const complete = (name: string, argument: string, value: string) => offered.complete(name, argument, value);
  expect(complete("heat_briefing", "days", "")).toEqual(["1", "2", "3", "4", "5"]);
  expect(complete("plan_safe_shipment", "refrigerated", "Y")).toEqual(["yes"]);
  expect(complete("where_is_my_package", "scans", "")).toEqual(["latest", "all"]);
  expect(complete("delay_triage", "heat", "n")).toEqual(["no"]);
  expect(complete("delay_triage", "ids", "1")).toEqual([]);
  expect(complete("no_such_prompt", "ids", "1")).toEqual([]);
});

test("refuses an unknown value of an argument with few values instead of using the default", async () => {
  for (const [name, argument, value] of [
    ["heat_briefing", "days", "99"],
    ["where_is_my_package", "scans", "some"],
    ["delay_triage", "heat", "x\u202e"],
    ["plan_safe_shipment", "refrigerated", "maybe"],
  ] as const) {
    const refused = offered.get(name, { ...ARGUMENTS[name], [argument]: value });
    expect(refused).toMatchObject({ refused: expect.stringMatching(new RegExp(`^${name} takes as ${argument}: `)) });
  }
  expect(await textOf("heat_briefing", { places: "Phoenix, AZ", days: " " })).toContain("days=3");
  expect(await textOf("heat_briefing", { places: "Phoenix, AZ", days: " 2 " })).toContain("days=2");
});

test("plan_safe_shipment counts alerts twice: they may be read again after the user's answer", async () => {
  const text = await textOf("plan_safe_shipment");
  const ceiling = text.slice(text.indexOf("That is the ceiling")).replaceAll("\n", " ");
  expect(ceiling).toContain("at most 2 requests per page of alerts");
  expect(ceiling).toMatch(/5 requests for the days, 1 for the plan, up to 8 for the risk along its route/);
});

test.each(["where_is_my_package", "delay_triage"])("%s takes as many numbers as one call", (name) => {
  const numbers = Array.from({ length: 101 }, (_, index) => `${index}`);
  expect(offered.get(name, { ids: numbers.join() })).toEqual({ refused: `${name} takes 100 ids at most, not 101` });
  expect(offered.get(name, { ids: [...numbers.slice(1), 1].join("\n") })).not.toHaveProperty("refused");
});

test("names each number once, as track_package reads a list", async () => {
  for (const ids of ["#10045;10046,10045", "10045, order 10046", "10045\n10046"])
    expect(await textOf("where_is_my_package", { ids })).toContain('`ids` ["10045", "10046"]');
});

test("names the maximum bill, in requests", async () => {
  const most = "120 billable requests a call at most unless COLDROUTE_MAX_BILLABLE_PER_CALL is set";
  expect(await textOf("where_is_my_package", { ids: "10045, 10046;10045" })).toContain("number found, 2 at most.");
  expect(await textOf("delay_triage", { ids: "1,2,3" })).toContain(
    `bills 1 request for each number found, 3 at most; checkHeat adds 1 for each page of alerts and up to 5 for risk, ${most}.`,
  );
  for (const name of ["heat_briefing", "plan_safe_shipment"]) expect(await textOf(name)).toContain(most);
});

test("delay_triage keeps the order of the answer, and does not mention heat that was not looked up", async () => {
  expect(await textOf("delay_triage")).toContain("in the order of the answer");
  const without = await textOf("delay_triage", { ids: "1", heat: "No" });
  expect(without).toContain("Say nothing of heat");
  expect(without.split("Say only what")[0]).not.toMatch(/alert|checkHeat/);
});

test("where_is_my_package asks for the whole record only if all scans are wanted", async () => {
  expect(await textOf("where_is_my_package", { ids: "1", scans: "all" })).toContain('`ids` ["1"] and `detail` "full".');
  const eleven = Array.from({ length: 11 }, (_, index) => `${index}`).join();
  expect(await textOf("where_is_my_package", { ids: eleven, scans: "ALL " })).toContain("] and `limit` 11.");
  expect(await textOf("where_is_my_package")).not.toContain("`detail`");
});

test("ranks levels only in the configured order [G-order]", async () => {
  expect(await textOf("delay_triage")).toContain("Do not rank the service's levels or risk names");
  const ordered = offeredPrompts(new Set(TOOL_NAMES), { alertLevels: undefined, riskLevels: ["Low", "High"] });
  const text = JSON.stringify(ordered.get("delay_triage", ARGUMENTS["delay_triage"] ?? {}));
  expect(text).toContain(
    "From least to most severe, as configured, levels of risk rank Low, High. Rank no other level",
  );
});

test("completes a single city, and the last of several places", () => {
  for (const argument of ["origin", "destination"]) {
    expect(offered.complete("plan_safe_shipment", argument, "phoe")[0]).toBe("Phoenix, AZ");
  }
  expect(offered.complete("heat_briefing", "places", "85001; tex")[0]).toBe("85001; Texas");
});

test("a prompt is offered only if all its tools are", async () => {
  const few = offeredPrompts(new Set(["track_package"]), NO_ORDER);
  expect(few.list().map(({ name }) => name)).toEqual(["where_is_my_package", "delay_triage"]);
  expect(few.get("heat_briefing", ARGUMENTS["heat_briefing"] ?? {})).toMatchObject({
    refused: "There is no such prompt. Available: where_is_my_package, delay_triage",
  });
});
