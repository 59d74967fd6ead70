import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const STRING_LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** `[2.1-meta.total]` or `[G-token]`, as a test's title cites them. */
const CITATION = /\[(\d+(?:\.\d+)?-[\w.-]+|G-[\w-]+)\]/g;
/** `service.md 2.5, 2.6 and 2.8`, as a comment cites sections. */
const SECTIONS = /service\.md ((?:\d+(?:\.\d+)?(?:, | and )?)+)/g;
const GUARANTEE = /\bG-[a-z][a-z-]*\b/g;

const statements = idsOf("docs/service.md", /^\| `(\d[^`]*)` \|/gm);
const guarantees = idsOf("docs/guarantees.md", /^### (G-\S+)$/gm);
const cited = new Set(testFiles().flatMap(citations));

function idsOf(file: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, id = ""]) => id);
}

function testFiles(): readonly string[] {
  return filesIn("test").filter((file) => file.endsWith(".test.ts") && file !== "test/requirements.test.ts");
}

/** The files of a folder, without the packages that the conformance suite installs. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(?:ts|md)$/.test(name) && !name.includes("node_modules"));
}

function citations(file: string): readonly string[] {
  const literals = readFileSync(file, "utf8").match(STRING_LITERAL) ?? [];
  return [...literals.join("\n").matchAll(CITATION)].map(([, id = ""]) => id);
}

/** The section of a statement and the one that contains it: `2.1` and `2` for `2.1-meta.total`. */
function sectionsOf(id: string): readonly string[] {
  const [section = ""] = id.split("-");
  return [section, section.split(".")[0] ?? ""];
}

describe.each([
  ["the statements of docs/service.md", statements],
  ["the promises of docs/guarantees.md", guarantees],
])("%s", (_, ids) => {
  test("have unique ids", () => {
    expect(ids.length).toBeGreaterThan(20);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  test("are each cited by the title of a test", () => {
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  });
});

test("a statement stands in the section that its id names", () => {
  const sections = readFileSync("docs/service.md", "utf8").split(/^##+ (?=\d)/m);
  for (const section of sections.slice(1)) {
    const [number = ""] = section.split(" ");
    const ids = [...section.matchAll(/^\| `(\d[^`]*)` \|/gm)].map(([, id = ""]) => id);
    expect(ids.filter((id) => !sectionsOf(id).includes(number))).toEqual([]);
  }
});

test("titles cite nothing else", () => {
  expect([...cited].filter((id) => !statements.includes(id) && !guarantees.includes(id))).toEqual([]);
});

test("comments and documents cite sections and promises that exist", () => {
  const sections = new Set(statements.flatMap(sectionsOf));
  const unknown = ["README.md", ...["src", "test", "scripts", "docs"].flatMap(filesIn)].flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const named = [...text.matchAll(SECTIONS)].flatMap(([, list = ""]) => list.match(/\d+(?:\.\d+)?/g) ?? []);
    const promises = text.match(GUARANTEE) ?? [];
    const missing = [
      ...named.filter((section) => !sections.has(section)),
      ...promises.filter((id) => !guarantees.includes(id)),
    ];
    return missing.map((id) => `${file}: ${id}`);
  });
  expect(unknown).toEqual([]);
});
