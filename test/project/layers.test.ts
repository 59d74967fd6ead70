import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const RULES = [
  "plugin",
  "lint/style/noProcessEnv",
  "lint/nursery/noJsRestrictedProperties",
  "lint/suspicious/noConsole",
];

/** Modules that a file may not import (docs/contributing.md). */
const REFUSED: Readonly<Record<string, string>> = {
  "src/app.ts": "./main.ts ./commands/http.ts undici node:http",
  "src/config/config.ts": "../server/tools.ts ../app.ts ../api/model/api.ts zod",
  "src/commands/call.ts": "../main.ts undici node:http",
  "src/transports/stdio.ts": "../app.ts ../commands/call.ts ../sandbox/sandbox.ts undici pino",
  "src/transports/http/server.ts": "../../app.ts ../../commands/http.ts ../../sandbox/sandbox.ts jose prom-client",
  "src/transports/http/jwt.ts": "prom-client hono ../../app.ts",
  "src/transports/http/metrics.ts": "jose node:http ../../sandbox/sandbox.ts",
  "src/server/catalogue.ts": "../transports/stdio.ts ../app.ts ../sandbox/sandbox.ts undici node:http",
  // The folder of a future tool.
  "src/tools/new-tool/tool.ts":
    "../track-package/facts.ts ../../server/tools.ts ../../server/catalogue.ts ../../config/config.ts ../../runtime/clock.ts undici",
  "src/tools/answer/words.ts": "../track-package/facts.ts ../../server/catalogue.ts node:fs",
  "src/tools/tool.ts": "./track-package/facts.ts ../server/catalogue.ts",
  "src/resources/status.ts": "../tools/track-package/tool.ts ../server/catalogue.ts zod",
  "src/prompts/prompt.ts": "../tools/tool.ts ../resources/status.ts node:fs",
  "src/api/client.ts":
    "../config/config.ts ../places/read-place.ts ../tools/tool.ts ../sandbox/sandbox.ts pino node:http node:process",
  "src/api/model/api.ts": "../contract/schema.ts ../client.ts ../../config/config.ts",
  "src/api/contract/drift.ts": "../attempt/judge.ts",
  "src/api/attempt/judge.ts": "../token/token.ts",
  "src/api/token/token.ts": "../request/send.ts",
  "src/api/request/send.ts": "../answers/memory.ts ../client.ts",
  "src/domain/slack.ts": "../runtime/clock.ts ../places/read-place.ts ../api/model/api.ts zod node:fs",
  "src/places/read-place.ts": "../domain/zip.ts ../tools/areas/location.ts zod node:http",
  "src/runtime/clock.ts": "../domain/slack.ts ../api/model/api.ts pino",
  "src/runtime/log.ts": "../api/model/api.ts undici",
  "src/views/faces/risk.ts":
    "../../server/catalogue.ts ../../api/model/api.ts ../../places/read-place.ts ../page/page.tsx zod preact node:fs",
  "src/views/page/host.ts": "../picture.ts ../../config/config.ts @resvg/resvg-js undici",
  "src/sandbox/gateway.ts":
    "../api/contract/schema.ts ../tools/tool.ts ../config/config.ts ../places/read-place.ts undici",
  "src/sandbox/world/zones.ts": "../../api/contract/schema.ts ../gateway.ts",
};

/** Statements other than plain imports, each of which breaks a rule. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  "src/api/attempt/retry.ts": [
    'export { tool } from "../../tools/tool.ts";',
    'await import("../../tools/tool.ts");',
    'import type { Tool } from "../../tools/tool.ts";',
    "process.env.HOME;",
    "console.log(1);",
    "process.stdout.write('');",
  ],
  "src/commands/demo.ts": ["console.log(process.env);"],
};

const imports = (modules: string): readonly string[] => modules.split(" ").map((module) => `import "${module}";`);

const broken: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(REFUSED).map(([file, modules]) => [file, imports(modules)])),
  ...STATEMENTS,
  // A package that no folder may import, in every folder of the source.
  ...Object.fromEntries(
    readdirSync("src", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => [join(entry.parentPath, entry.name, "new-noun.ts"), imports("left-pad")]),
  ),
};

const planted = mkdtempSync(join(tmpdir(), "coldroute-layers-"));
let reported: ReadonlyMap<string, readonly number[]>;

interface Report {
  readonly summary: { readonly unchanged: number };
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

/** The lines that the linter reports, by file under `directory`. */
function lint(directory: string): ReadonlyMap<string, readonly number[]> {
  const options = ["--config-path", "biome.json", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), ["lint", ...options], {
    cwd: directory,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const report = JSON.parse(stdout) as Report;
  expect(report.summary.unchanged).toBeGreaterThan(0);
  const lines = new Map<string, readonly number[]>();
  for (const { location } of report.diagnostics.filter((each) => RULES.includes(each.category))) {
    const known = lines.get(location.path) ?? [];
    lines.set(
      location.path,
      [...new Set([...known, location.start.line])].toSorted((a, b) => a - b),
    );
  }
  return lines;
}

beforeAll(() => {
  for (const file of ["biome.json", "layers.grit"]) cpSync(file, join(planted, file));
  for (const [file, lines] of Object.entries(broken)) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), `${lines.join("\n")}\n`);
  }
  reported = lint(planted);
});

afterAll(() => rmSync(planted, { recursive: true }));

describe("the linter", () => {
  test.each(Object.entries(broken))("refuses each line of %s: %j", (file, lines) => {
    expect(reported.get(file)).toEqual(lines.map((_, index) => index + 1));
  });

  test("finds no breach in the source", () => {
    expect([...lint(".")]).toEqual([]);
  });
});
