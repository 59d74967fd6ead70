import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readArguments } from "../../src/server/arguments/arguments.ts";
import { forgive } from "../../src/server/arguments/forgiveness.ts";
import { inputSchema, type JsonSchema } from "../../src/server/arguments/input-schema.ts";
import { tools } from "../../src/server/tools.ts";
import { sampleTool } from "./sample-tool.ts";

const tool = sampleTool();

const read = (args: unknown) =>
  readArguments(tool, args, {
    settings: { showRecipient: false, alertLevels: undefined, riskLevels: undefined },
    nowMs: Date.UTC(2026, 6, 9),
  });

async function understood(args: unknown): Promise<unknown> {
  const result = await read(args);
  expect(result).toMatchObject({ ok: true });
  return result.ok ? result.value : undefined;
}

async function refused(args: unknown): Promise<readonly string[]> {
  const result = await read(args);
  if (result.ok || result.failure.kind !== "invalid_arguments") return [];
  for (const problem of result.failure.problems) expect(problem.message).not.toBe("");
  return result.failure.problems.map(({ parameter, message }) => parameter ?? message);
}

test.each([
  ["surrounding blanks", { ids: ["  10045 "] }, { ids: ["10045"] }],
  ["blank items beside others", { ids: ["1", " ", null] }, { ids: ["1"] }],
  ["one for a list of one", { ids: "10045" }, { ids: ["10045"] }],
  ["a number for its digits", { ids: 10045 }, { ids: ["10045"] }],
  ["a list sent as JSON", { ids: '["1","2"]' }, { ids: ["1", "2"] }],
  ["a number sent as a string", { ids: ["1"], limit: " 20 " }, { ids: ["1"], limit: 20 }],
  ["true sent as a string", { ids: ["1"], fast: "true" }, { ids: ["1"], fast: true }],
  ["false sent as a string", { ids: ["1"], fast: "false" }, { ids: ["1"], fast: false }],
  ["a fraction sent as a string", { ids: ["1"], parcel: { weight: "12.5" } }, { ids: ["1"], parcel: { weight: 12.5 } }],
  ["an object sent as JSON", { ids: ["1"], parcel: ' {"weight":"3"}' }, { ids: ["1"], parcel: { weight: 3 } }],
  ["one of two forms", { ids: ["1"], place: 85001 }, { ids: ["1"], place: "85001" }],
  ["the other of two forms, as JSON", { ids: ["1"], place: '{"state":"TN"}' }, { ids: ["1"], place: { state: "TN" } }],
  [
    "blanks inside an object of two forms",
    { ids: ["1"], place: { state: " TN " } },
    { ids: ["1"], place: { state: "TN" } },
  ],
  ["all of it sent as JSON", '{"ids":["1"]}', { ids: ["1"] }],
  ["an alias", { orderNumber: "10045" }, { ids: ["10045"] }],
  ["a parameter that Gemini CLI adds", { ids: ["1"], wait_for_previous: false }, { ids: ["1"] }],
  ["a parameter that n8n adds", { ids: ["1"], toolCallId: "call_1" }, { ids: ["1"] }],
  [
    "null, blank text and an empty object for what is left out",
    { ids: ["1"], fast: null, place: " ", parcel: { weight: null, note: "" } },
    { ids: ["1"] },
  ],
  ["zero for a count from one", { ids: ["1"], limit: 0 }, { ids: ["1"] }],
  ["zero as text for a count from one", { ids: ["1"], limit: "0" }, { ids: ["1"] }],
  ["aliases of one list together", { id: 10045, orderNumber: "2" }, { ids: ["10045", "2"] }],
])("an unambiguous value is understood [G-arguments]: %s", async (_, sent, expected) => {
  expect(await understood(sent)).toEqual(expected);
});

describe("everything else is refused, by name", () => {
  test.each([
    ["nothing where something is needed", undefined, ["ids"]],
    ["a list of arguments", [], ["arguments"]],
    ["null", { ids: null }, ["ids"]],
    ["too many", { ids: ["1", "2", "3", "4"] }, ["ids"]],
    ["blank ones alone", { ids: [" ", null] }, ["ids"]],
    ["a number with a unit", { ids: ["1"], parcel: { weight: "12 lb" } }, ["parcel.weight"]],
    ["an inexact number", { ids: 2 ** 60 }, ["ids"]],
    ["a word for a flag", { ids: ["1"], fast: "yes" }, ["fast"]],
    ["an unknown parameter", { ids: ["1"], colour: "red" }, ["colour"]],
    [
      "an unknown member",
      { ids: ["1"], parcel: { weight: 1, colour: 2 } },
      ["parcel has no field colour; it has weight, note"],
    ],
    ["the wrong one of two forms", { ids: ["1"], place: { state: "TEN" } }, ["place.state"]],
    ["a word for null", { ids: ["1"], place: "null" }, ["place"]],
    ["zero for a weight", { ids: ["1"], parcel: { weight: 0 } }, ["parcel.weight"]],
    ["an empty list where one is needed", { ids: [] }, ["ids"]],
    ["several things at once", { limit: 201, colour: 1 }, ["ids", "limit", "colour"]],
  ])("%s", async (_, sent, parameters) => {
    expect(await refused(sent)).toEqual(parameters);
  });

  test.each([
    ["0x10", "should be a number, not text"],
    ["1e2", "should be a number, not text"],
    ["20 rows", "should be a number, not text"],
    [1.5, "should be a whole number"],
    [1 / 0, "should be a finite number"],
  ])("limit %j has one problem, which suggests no value that would be refused", async (limit, message) => {
    const problems = [{ parameter: "limit", message: expect.stringMatching(new RegExp(` ${message}$`)) }];
    expect(await read({ ids: ["1"], limit })).toMatchObject({ ok: false, failure: { problems } });
  });

  test("keys of the prototype are unknown parameters", async () => {
    const sent = JSON.parse(
      '{"ids":["1"],"__proto__":{"limit":5},"constructor":1,"parcel":{"weight":1,"__proto__":{"x":1}}}',
    );
    expect(await refused(sent)).toEqual(expect.arrayContaining(["__proto__", "constructor"]));
    expect(Object.hasOwn(Object.prototype, "limit")).toBe(false);
  });

  test("an unknown name is quoted cleaned and cut", async () => {
    const [name = ""] = await refused({ ids: ["1"], [`\u001b[31m${"x".repeat(500)}`]: 1 });
    expect(name.length).toBeLessThanOrEqual(40);
    expect(name).toMatch(/^x+…$/);
  });
});

const values = fc.oneof(
  fc.jsonValue(),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => ` ${JSON.stringify({ a: value, b: [JSON.stringify(value)] })} `),
);

const amidBlanks = (text: string): string => `  ${text}\n `;

/** Values for `schema`: valid ones, forgivable ones with blanks and JSON of JSON, and any others. */
function sentFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf = [], properties = {}, items = {}, type } = schema;
  const meant = (): fc.Arbitrary<unknown> => {
    if (anyOf.length > 0) return fc.oneof(...anyOf.map(sentFor));
    if (type === "array") return fc.array(sentFor(items), { maxLength: 3 });
    if (type !== "object")
      return fc.oneof(fc.string(), fc.string().map(amidBlanks), fc.integer(), fc.double(), fc.boolean());
    const members = Object.entries(properties).map(([name, member]) => [name, sentFor(member)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [] });
  };
  const value = meant();
  const asText = (sent: unknown): string => amidBlanks(JSON.stringify(sent));
  return fc.oneof(value, value.map(asText), value.map(asText).map(asText), values);
}

describe("for any value", () => {
  test.each(tools.map((real) => [real.name, inputSchema(real.input)] as const))(
    "forgiving what %s is sent twice is forgiving it once",
    (_, real) => {
      fc.assert(
        fc.property(sentFor(real), (sent) => {
          const once = forgive(real, sent).value;
          expect(forgive(real, once).value).toEqual(once);
        }),
        { numRuns: 300 },
      );
    },
  );

  test("reading arguments never throws, and changes no argument", async () => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const before = JSON.stringify(value);
        expect(typeof (await read(value)).ok).toBe("boolean");
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});
