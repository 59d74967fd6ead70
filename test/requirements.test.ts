import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { requirements } from "./requirements.ts";

/** `[2.1-meta.total]` inside a string literal. */
const CITATION = /\[(\d+(?:\.\d+)?-[\w.-]+)\]/g;
const STRING_LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

function citations(): Map<string, string> {
  const cited = new Map<string, string>();
  const files = readdirSync("test", { recursive: true, encoding: "utf8" });
  // What the conformance suite installs beside its lockfile brings tests of its own.
  const own = files.filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"));
  for (const file of own.filter((name) => name !== "requirements.test.ts")) {
    const literals = readFileSync(`test/${file}`, "utf8").match(STRING_LITERAL) ?? [];
    for (const [, id = ""] of literals.join("\n").matchAll(CITATION)) cited.set(id, file);
  }
  return cited;
}

describe("requirements of the interface specification", () => {
  const known = requirements.map(({ id }) => id);
  const cited = citations();

  test("have unique ids that name their clause", () => {
    expect(known).toHaveLength(new Set(known).size);
    expect(requirements.filter(({ id, clause }) => !id.startsWith(`${clause}-`))).toEqual([]);
  });

  test("cover every section from 2 to 9", () => {
    const sections = new Set(requirements.map(({ clause }) => clause.split(".")[0]));
    expect([...sections]).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
  });

  test("are each cited by a test", () => {
    expect(known.filter((id) => !cited.has(id))).toEqual([]);
  });

  test("are the only thing that is cited", () => {
    expect([...cited].filter(([id]) => !known.includes(id))).toEqual([]);
  });
});
