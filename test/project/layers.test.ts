import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const RULES = [
  "plugin",
  "lint/style/noProcessEnv",
  "lint/nursery/noJsRestrictedProperties",
  "lint/suspicious/noConsole",
];

/** Lines that the linter must refuse, by file: an import against each rule of `layers.grit`, and other statements. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "src/app.ts": ['import "./main.ts";', 'import "undici";'],
  "src/client/client.ts": ['import "../tools/tool.ts";'],
  "src/commands/call.ts": ['import "../main.ts";', 'import "node:http";', "console.log(process.env);"],
  "src/transports/stdio.ts": ['import "../app.ts";', 'import "pino";'],
  "src/server/catalogue.ts": ['import "../transports/stdio.ts";', 'import "node:http";'],
  "src/resources/free-resources.ts": ['import "../tools/tool.ts";', 'import "zod";'],
  // The folder of a future tool.
  "src/tools/new-tool/tool.ts": ['import "../track-package/facts.ts";', 'import "undici";'],
  "src/tools/answer/words.ts": ['import "../track-package/facts.ts";'],
  "src/api/api.ts": ['import "../tools/tool.ts";', 'import "left-pad";'],
  "src/api/attempt/judge.ts": [
    'import "../token/token.ts";',
    'export { tool } from "../../tools/tool.ts";',
    'await import("../../tools/tool.ts");',
    'import type { Tool } from "../../tools/tool.ts";',
    "process.env.HOME;",
    "console.log(1);",
    "process.stdout.write('');",
  ],
  "src/config/config.ts": ['import "../api/model/api.ts";', 'import "zod";'],
  "src/places/read-place.ts": ['import "../runtime/clock.ts";', 'import "zod";'],
  "src/domain/zip.ts": ['import "../runtime/clock.ts";', 'import "node:fs";'],
  "src/views/charts/risk.ts": ['import "../../api/model/api.ts";', 'import "preact";'],
  "src/sandbox/gateway.ts": ['import "../api/contract/schema.ts";', 'import "undici";'],
};

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

test("the linter refuses imports against the layers, packages away from home, and output past the log", () => {
  const planted = mkdtempSync(join(tmpdir(), "coldroute-layers-"));
  onTestFinished(() => rmSync(planted, { recursive: true }));
  for (const file of ["biome.json", "layers.grit"]) cpSync(file, join(planted, file));
  for (const [file, lines] of Object.entries(REFUSED)) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), `${lines.join("\n")}\n`);
  }
  const options = ["--config-path", "biome.json", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), ["lint", ...options], {
    cwd: planted,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as Report;
  const reported = diagnostics.filter(({ category }) => RULES.includes(category));
  const places = new Set(reported.map(({ location }) => `${location.path} ${location.start.line}`));
  const lines = Object.entries(REFUSED).flatMap(([file, each]) => each.map((line, at) => [`${file} ${at + 1}`, line]));
  expect(lines.filter(([place = ""]) => !places.has(place))).toEqual([]);
});
