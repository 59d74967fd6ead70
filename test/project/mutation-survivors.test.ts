import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A survivor as the list writes it: its file, and what was replaced there. */
const SURVIVOR = /^- `(src\/[^`]+)`: (.+?) → /gm;

const list = readFileSync(".config/mutation-survivors.md", "utf8");
const survivors = [...list.matchAll(SURVIVOR)].map(([, file = "", expressions = ""]) => ({
  file,
  expressions: [...expressions.matchAll(/`([^`]+)`/g)].map(([, expression = ""]) => expression),
}));

/** A row of the table: killed, time-out, survived, not reached. */
const ROW = /^\| (`[^`]+`|\*\*all\*\*) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|$/gm;

const rows = [...list.matchAll(ROW)].map(([, name = "", ...cells]) => ({
  name,
  counts: cells.slice(0, 4).map(Number),
  score: cells[4],
}));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

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

  it("names survivors of just the files whose row counts some", () => {
    const counted = rows.filter(({ name, counts }) => name !== "**all**" && sum(counts.slice(2)) > 0);
    const named = new Set(survivors.map(({ file }) => `\`${file.replace("src/", "")}\``));
    expect([...named].sort()).toEqual(counted.map(({ name }) => name).sort());
  });

  it("has counts that add up, in its table and in the sentence before it", () => {
    const files = rows.filter(({ name }) => name !== "**all**");
    const totals = [0, 1, 2, 3].map((column) => sum(files.map(({ counts }) => counts[column] ?? 0)));
    expect(rows.find(({ name }) => name === "**all**")?.counts).toEqual(totals);
    for (const { name, counts, score } of rows) {
      expect([name, score]).toEqual([name, ((100 * sum(counts.slice(0, 2))) / sum(counts)).toFixed(1)]);
    }
    const told =
      /^\*\*([\d.]+) %\*\* of ([\d,]+) mutants are killed: ([\d,]+) .*?, (\d+) .*?; (\d+) survive and (\d+) /m;
    const [, score, ...counts] = told.exec(list) ?? [];
    expect(counts.map((text) => Number(text.replace(",", "")))).toEqual([sum(totals), ...totals]);
    expect(score).toBe(rows.find(({ name }) => name === "**all**")?.score);
  });
});
