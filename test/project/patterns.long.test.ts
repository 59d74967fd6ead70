import { readdirSync, readFileSync } from "node:fs";
import { checkSync } from "recheck";
import { parseAst } from "rolldown/parseAst";
import { expect, test, vi } from "vitest";

const SOURCE = new URL("../../src/", import.meta.url);

/** Gives the same verdict on any machine: by default, recheck tries random texts until a time limit. */
const SURELY = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
};

interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

/** The patterns that a file writes as literals. */
function literalsOf(text: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  // JSON visits every node of the tree.
  JSON.stringify(parseAst(text, { lang: "ts" }), (key, value: unknown) => {
    if (key === "regex") patterns.push(value as Pattern);
    return value;
  });
  return patterns;
}

/** The patterns that a file composes when it is loaded. */
async function composedBy(url: URL): Promise<readonly Pattern[]> {
  const patterns: Pattern[] = [];
  class Recorded extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      patterns.push({ pattern: this.source, flags: this.flags });
    }
  }
  vi.resetModules();
  vi.stubGlobal("RegExp", Recorded);
  await import(url.pathname);
  vi.unstubAllGlobals();
  return patterns;
}

const SLOW = { timeout: 180_000 };

test("no pattern of the source takes more than linear time, whatever text it meets [G-http]", SLOW, async () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const files = names.map((name) => ({ name, url: new URL(name, SOURCE) }));
  const texts = files.map((file) => ({ ...file, text: readFileSync(file.url, "utf8") }));
  const patterns: (Pattern & { readonly name: string })[] = [];
  for (const { name, url, text } of texts) {
    const composed = text.includes("new RegExp(") ? await composedBy(url) : [];
    patterns.push(...[...literalsOf(text), ...composed].map((each) => ({ name, ...each })));
  }
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter(({ pattern, flags }) => checkSync(pattern, flags, SURELY).status !== "safe")).toEqual([]);
});
