import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedTables, withTable } from "../../scripts/docs/tables.ts";
import { readPlace } from "../../src/places/read-place.ts";

const DOCUMENTS = [
  "README.md",
  ...readdirSync("docs", { withFileTypes: true }).flatMap((each) => (each.isFile() ? [`docs/${each.name}`] : [])),
];
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test.each(await generatedTables())("the table of $name in $file is up to date (`npm run update`)", (generated) => {
  const text = readFileSync(generated.file, "utf8");
  expect(text).toBe(withTable(text, generated));
});

test("docs/places.md quotes the refusals as they are", () => {
  const [, refused = ""] = readFileSync("docs/places.md", "utf8").split("## What is refused\n");
  const rows = [...refused.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, written = "", message = ""]) => [
    written,
    message,
  ]);
  expect(rows.length).toBeGreaterThan(5);
  const read = rows.map(([written = ""]) => [written, readPlace(written)] as const);
  expect(read).toMatchObject(rows.map(([written, message]) => [written, { kind: "refused", message }]));
});

describe.each(DOCUMENTS)("%s", (document) => {
  test("links to existing files", () => {
    expect(links(document).filter((file) => !existsSync(file))).toEqual([]);
  });

  test("names existing npm scripts", () => {
    const told = [...readFileSync(document, "utf8").matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = ""]) => name);
    expect(told.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("names existing files", () => {
    const named = [...readFileSync(document, "utf8").matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)];
    expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** The files that a document links to, from the root of the repository. */
function links(document: string): readonly string[] {
  const targets = [...readFileSync(document, "utf8").matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)];
  return targets.map(([, target = ""]) => join(dirname(document), target));
}
