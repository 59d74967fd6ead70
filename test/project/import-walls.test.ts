import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CONFIG = "biome.json";
const RULES = [
  "lint/style/noRestrictedImports",
  "lint/style/noProcessEnv",
  "lint/nursery/noJsRestrictedProperties",
  "lint/suspicious/noConsole",
];

/** Files that break a rule of DESIGN 8, one line each. */
const violations: Readonly<Record<string, readonly string[]>> = {
  "src/app.ts": ['import "./main.ts";', 'import "./commands/http.ts";', 'import "undici";', 'import "node:http";'],
  "src/config.ts": ['import "./tools/index.ts";', 'import "./app.ts";'],
  "src/commands/call.ts": [
    'import "../main.ts";',
    'import "undici";',
    'import "node:http";',
    "console.log(process.env);",
  ],
  "src/transports/stdio.ts": [
    'import "../app.ts";',
    'import "../commands/call.ts";',
    'import "../sandbox/sandbox.ts";',
    'import "undici";',
    'import "pino";',
  ],
  "src/transports/http/server.ts": [
    'import "../../app.ts";',
    'import "../../commands/http.ts";',
    'import "../../sandbox/sandbox.ts";',
    'import "undici";',
    'import "jose";',
    'import "prom-client";',
  ],
  "src/transports/http/jwt.ts": ['import "prom-client";', 'import "hono";', 'import "../../app.ts";'],
  "src/transports/http/metrics.ts": ['import "jose";', 'import "node:http";', 'import "../../sandbox/sandbox.ts";'],
  "src/server/catalogue.ts": [
    'import "../transports/stdio.ts";',
    'import "../app.ts";',
    'import "../sandbox/sandbox.ts";',
    'import "undici";',
    'import "node:http";',
    "process.stdout.write('');",
  ],
  // The folder of a tool that is still to be written.
  "src/tools/new-tool/tool.ts": [
    'import "../track-package/facts.ts";',
    'import "../index.ts";',
    'import "../../server/catalogue.ts";',
    'import "../../sandbox/sandbox.ts";',
    'import "../../config.ts";',
    'import "../../runtime/clock.ts";',
    'import "@modelcontextprotocol/sdk/types.js";',
    'import "undici";',
  ],
  "src/tools/kit/words.ts": ['import "../track-package/facts.ts";', 'import "../../server/catalogue.ts";'],
  "src/tools/tool.ts": ['import "./track-package/facts.ts";', 'import "../server/catalogue.ts";'],
  "src/tools/index.ts": ['import "../server/catalogue.ts";', 'import "zod";'],
  "src/api/client.ts": [
    'import "../places/read-place.ts";',
    'import "../tools/tool.ts";',
    'export { tool } from "../tools/tool.ts";',
    'await import("../tools/tool.ts");',
    'import "../server/catalogue.ts";',
    'import "../sandbox/sandbox.ts";',
    'import "@modelcontextprotocol/sdk/types.js";',
    'import "pino";',
    'import "node:http";',
    'import "node:process";',
    "process.env.HOME;",
    "console.log(1);",
    "process.stdout.write('');",
  ],
  "src/resources/status.ts": [
    'import "../tools/track-package.ts";',
    'import "../server/catalogue.ts";',
    'import "zod";',
  ],
  "src/prompts/prompt.ts": ['import "../tools/tool.ts";', 'import "../resources/status.ts";', 'import "node:fs";'],
  "src/domain/slack.ts": [
    'import "../runtime/clock.ts";',
    'import "../places/read-place.ts";',
    'import "temporal-polyfill";',
    'import "../api/api.ts";',
    'import "zod";',
    'import "node:fs";',
  ],
  "src/places/read-place.ts": [
    'import "../domain/zip.ts";',
    'import "../tools/location.ts";',
    'import "zod";',
    'import "node:http";',
  ],
  "src/runtime/clock.ts": ['import "../domain/slack.ts";', 'import "../api/api.ts";', 'import "pino";'],
  "src/runtime/log.ts": ['import "../api/api.ts";', 'import "undici";'],
  "src/sandbox/gateway.ts": [
    'import "../api/schema.ts";',
    'import "../tools/tool.ts";',
    'import "../config.ts";',
    'import "../places/read-place.ts";',
    'import "undici";',
  ],
  "src/sandbox/world/zones.ts": ['import "../../api/schema.ts";', 'import "../../config.ts";'],
};

/** What each folder may do; none of it is reported. */
const permitted: Readonly<Record<string, string>> = {
  "src/main.ts": 'import "./commands/call.ts";\nexport const environment = process.env;\nprocess.stdout.write("");',
  "src/commands/http.ts": 'import "../app.ts";\nimport "../sandbox/sandbox.ts";\nprocess.stdout.write("");',
  "src/transports/http.ts":
    'import "node:http";\nimport "@modelcontextprotocol/sdk/types.js";\nimport "../server/catalogue.ts";',
  "src/transports/http/routes.ts":
    'import "hono";\nimport "hono/cors";\nimport "@hono/node-server";\nimport "../../server/catalogue.ts";',
  "src/server/adapter.ts":
    'import "@modelcontextprotocol/sdk/types.js";\nimport "../tools/index.ts";\nimport "../api/api.ts";',
  "src/tools/track-package/facts.ts": [
    "../tool",
    "./text",
    "../kit/words",
    "../failures/all-failed",
    "../areas/address",
  ]
    .concat("../heat/levels", "../../api/api", "../../domain/slack", "../../places/read-place")
    .map((module) => `import "${module}.ts";`)
    .concat('import "zod";')
    .join("\n"),
  "src/tools/heat/levels.ts": 'import "../kit/rows.ts";\nimport "../areas/records-at.ts";\nimport "../../api/api.ts";',
  "src/resources/carrier-services.ts": 'import "../api/enumerations.ts";\nimport "../config.ts";',
  "src/prompts/heat-briefing.ts":
    'import "../domain/clean.ts";\nimport "../places/complete-place.ts";\nimport "./prompt.ts";',
  "src/api/transport.ts":
    'import "undici/lib/dispatcher/agent.js";\nimport "zod";\nimport "../domain/slack.ts";\nimport "../runtime/log.ts";',
  "src/domain/zone.ts": 'import "temporal-polyfill";\nimport "./datetime.ts";',
  "src/places/zip-codes.ts": 'import "node:fs";\nimport "fastest-levenshtein";\nimport "./city-names.ts";',
  "src/sandbox/http.ts": 'import "node:http";\nimport "zod";\nimport "./gateway.ts";\nimport "../runtime/clock.ts";',
};

const planted = mkdtempSync(join(tmpdir(), "coldroute-walls-"));
let reported: ReadonlySet<string>;

/** Every folder of the source, `src` included. */
const folders = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name))
  .concat("src");

/** What the linter finds under `directory`, as `file:line`. */
function lint(directory: string): Set<string> {
  const options = ["--config-path", CONFIG, "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), ["lint", ...options], {
    cwd: directory,
    encoding: "utf8",
  });
  const report = JSON.parse(stdout) as Report;
  expect(report.summary.unchanged).toBeGreaterThan(0);
  const broken = report.diagnostics.filter(({ category }) => RULES.includes(category));
  return new Set(broken.map(({ location }) => `${location.path}:${location.start.line}`));
}

interface Report {
  readonly summary: { readonly unchanged: number };
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

function plant(file: string, code: string): void {
  mkdirSync(dirname(join(planted, file)), { recursive: true });
  writeFileSync(join(planted, file), `${code}\n`);
}

beforeAll(() => {
  cpSync(CONFIG, join(planted, CONFIG));
  for (const [file, lines] of Object.entries(violations)) plant(file, lines.join("\n"));
  for (const [file, code] of Object.entries(permitted)) plant(file, code);
  for (const folder of folders) plant(`${folder}/new-noun.ts`, 'import "left-pad";');
  reported = lint(planted);
});

afterAll(() => rmSync(planted, { recursive: true }));

describe("the linter's walls between the layers", () => {
  const breaks = Object.entries(violations).flatMap(([file, lines]) =>
    lines.map((code, index) => ({ file, code, place: `${file}:${index + 1}` })),
  );

  test.each(breaks)("refuse $code in $file", ({ place }) => {
    expect(reported).toContain(place);
  });

  test.each(folders)("keep a package that has no home out of %s", (folder) => {
    expect(reported).toContain(`${folder}/new-noun.ts:1`);
  });

  test.each(Object.keys(permitted))("let %s do what its folder is for", (file) => {
    expect([...reported].filter((place) => place.startsWith(`${file}:`))).toEqual([]);
  });

  test("stand in the source as it is", () => {
    expect([...lint(".")]).toEqual([]);
  });
});
