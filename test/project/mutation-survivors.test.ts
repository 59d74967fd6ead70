import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A survivor as the list writes it: its file, and what was replaced there. */
const SURVIVOR = /^- `(src\/[^`]+)`: (.+?) → /gm;

const list = readFileSync(".config/mutation-survivors.md", "utf8");
const survivors = [...list.matchAll(SURVIVOR)].map(([, file = "", expressions = ""]) => ({
  file,
  expressions: [...expressions.matchAll(/`([^`]+)`/g)].map(([, expression = ""]) => expression),
}));

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

describe("the list of mutants that survive", () => {
  it("names survivors", () => {
    expect(survivors.length).toBeGreaterThan(0);
  });

  it("names only what still stands in the source", () => {
    const gone = survivors.flatMap(({ file, expressions }) => {
      const source = existsSync(file) ? onOneLine(readFileSync(file, "utf8")) : "";
      return expressions.filter((expression) => !source.includes(onOneLine(expression))).map((e) => `${file}: ${e}`);
    });
    expect(gone).toEqual([]);
  });
});
