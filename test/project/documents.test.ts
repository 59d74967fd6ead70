import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedTables, withTable } from "../../scripts/docs/tables.ts";
import { MAX_ATTEMPTS } from "../../src/api/attempt/retry.ts";
import { readPlace } from "../../src/places/read-place.ts";
import { MAX_MESSAGE_BYTES } from "../../src/server/message.ts";
import { MAX_VALUES } from "../../src/tools/answer/value-counts.ts";
import * as contract from "../support/contract.ts";

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

const [firstSize, ...smallerSizes] = contract.PAGE_SIZES.map((size) => size.toLocaleString("en"));

test("the tests of the client expect as many attempts as the code makes", () => {
  expect(contract.MAX_ATTEMPTS).toBe(MAX_ATTEMPTS);
});

/** Sentences of docs/guarantees.md with the numbers of the code, or those that the tests of the client expect. */
test.each([
  `A request has at most ${MAX_ATTEMPTS} attempts, with full-jitter backoff from ${contract.FIRST_BACKOFF_MS / 1000} s`,
  `At most ${contract.MAX_IN_FLIGHT} requests of a product are under way`,
  `in pages of ${firstSize}.`,
  `it asks for ${smallerSizes[0]}, then ${smallerSizes[1]}, then names no size`,
  `It remembers the size that worked for ${contract.LEARNED_MS === 3_600_000 ? "an hour" : contract.LEARNED_MS}`,
  `Then it remembers the failure for ${contract.FAILURE_HOLD_MS / 1000} s`,
  `A line holds ${MAX_MESSAGE_BYTES / 1024} KiB at most`,
  `names at most ${MAX_VALUES === 12 ? "twelve" : MAX_VALUES} values`,
])("docs/guarantees.md says: %s", (sentence) => {
  expect(readFileSync("docs/guarantees.md", "utf8").replaceAll(/\s+/g, " ")).toContain(sentence);
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
