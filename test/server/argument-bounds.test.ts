import { distance } from "fastest-levenshtein";
import { describe, expect, test, vi } from "vitest";
import type { JsonSchema } from "../../src/server/arguments/input-schema.ts";
import type { Tool } from "../../src/tools/tool.ts";

vi.mock(import("fastest-levenshtein"), async (original) => {
  const { distance: real, ...rest } = await original();
  return { ...rest, distance: vi.fn(real) };
});
// Test files share modules. Those that an earlier file loaded do not use the mock.
vi.resetModules();
const { readArguments } = await import("../../src/server/arguments/arguments.ts");
const { inputSchema } = await import("../../src/server/arguments/input-schema.ts");
const { tools } = await import("../../src/server/tools.ts");
const exec = RegExp.prototype.exec;

const BODY_CHARS = 128 * 1024;
/** Characters of several kinds, the last one beyond Unicode's first plane. */
const ALPHABETS = ["a", "7", "\t", "ß", "𝔸"];
const LEAST = { destination: "33101", parcel: { length: 1, width: 1, height: 1, weight: 1 }, ids: ["1"] };

/** Each text parameter of a schema, with a function that puts a text into arguments. */
type Put = (text: string) => unknown;
function texts({ anyOf, items, properties = {}, type }: JsonSchema): readonly (readonly [string, Put])[] {
  if (anyOf !== undefined) return anyOf.flatMap(texts);
  if (items !== undefined) return texts(items).map(([name, put]) => [name, (text) => [put(text)]]);
  if (type === "string") return [["", (text) => text]];
  return Object.entries(properties).flatMap(([name, part]) =>
    texts(part).map(([inner, put]) => [`${name} ${inner}`.trim(), (text: string) => ({ [name]: put(text) })] as const),
  );
}

const read = (tool: Tool, args: unknown) => {
  const least = Object.fromEntries(Object.entries(LEAST).filter(([name]) => name in tool.input.shape));
  return readArguments(
    tool,
    { ...least, ...(args as object) },
    { settings: { showRecipient: false, alertLevels: undefined, riskLevels: undefined }, nowMs: 0 },
  );
};

const every = tools.flatMap((tool) =>
  texts(inputSchema(tool.input)).map(([name, put]) => [tool.name, name, tool, put] as const),
);

describe("every text parameter has a maximum length [G-arguments]", () => {
  test("in every tool", () => expect(every.length).toBeGreaterThan(20));

  test.each(every)("%s %s", async (_, _name, tool, put) => {
    const longest = "x".repeat(BODY_CHARS);
    const result = await read(tool, put(longest));
    expect(result).toMatchObject({ ok: false, failure: { kind: "invalid_arguments" } });
    const told = JSON.stringify(result);
    expect(told).toMatch(/should have at most \d+ characters/);
    expect(told.length).toBeLessThan(400);
  });
});

/** Counts the characters that patterns scan and the names that are compared during `work`. */
async function effortOf(work: () => Promise<unknown>) {
  let scanned = 0;
  // Every string method that takes a pattern calls the pattern's exec (ECMAScript, RegExpExec).
  const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function counted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    scanned += match === null ? text.length - from : match.index + match[0].length - from;
    return match;
  });
  vi.mocked(distance).mockClear();
  await work();
  spy.mockRestore();
  return { scanned, compared: vi.mocked(distance).mock.calls.length };
}

describe("the longest arguments that fit into a body take a bounded amount of work [G-http]", () => {
  test.each(every)("%s %s", async (_, _name, tool, put) => {
    for (const letter of ALPHABETS) {
      const whole = letter.repeat(BODY_CHARS / letter.length);
      for (const text of [whole, `a${whole.slice(2)}b`, `a b${whole.slice(6)}, TX 1`]) {
        const { scanned, compared } = await effortOf(() => read(tool, put(text)));
        expect(scanned).toBeLessThan(4 * BODY_CHARS);
        expect(compared).toBe(0);
      }
    }
  });

  test.each(tools.map((tool) => [tool.name, tool] as const))("%s with all names that a body holds", async (_, tool) => {
    const names = Object.fromEntries(
      Array.from({ length: Math.trunc(BODY_CHARS / 12) }, (_value, index) => [`n${index}`, 1]),
    );
    for (const args of [names, { parcel: names }, { destination: names }]) {
      const { scanned, compared } = await effortOf(() => read(tool, args));
      expect(scanned).toBeLessThan(BODY_CHARS);
      // A misspelt name, such as `parcel` here, is compared with those of the tool.
      expect(compared).toBeLessThan(20);
    }
    const message = expect.stringMatching(/^should have at most 100 members, not 109\d\d$/);
    expect(await read(tool, names)).toMatchObject({ failure: { problems: [{ parameter: "arguments", message }] } });
  });

  test.each(["check_heat_alerts", "get_five_day_risk"])("%s with a hundred misspelt places", async (name) => {
    const tool = tools.find((each) => each.name === name) as Tool;
    const misspelt = (count: number) => ({
      locations: Array.from(
        { length: count },
        (_, index) => `Albuqerqe Hights ${"abcdefghij"[index % 10]}${"abcdefghij"[Math.trunc(index / 10)]}, TX`,
      ),
    });
    const five = await effortOf(() => read(tool, misspelt(5)));
    expect(five.compared).toBeGreaterThan(0);
    expect((await effortOf(() => read(tool, misspelt(100)))).compared).toBe(five.compared);
  });
});
