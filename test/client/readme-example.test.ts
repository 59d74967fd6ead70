import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emptyFolder, sandboxOfTest } from "../support/per-test.ts";

const OPTIONS = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "esnext.disposable", "dom"],
  strict: true,
  types: [],
};

test("the README's script compiles in a project without other packages, and runs", async () => {
  const [, example = ""] = /```ts\n(import \{ createClient \}.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
  const sandbox = await sandboxOfTest();
  const { environment } = sandbox;
  const filled = example
    .replace('clientId: "…"', `clientId: "${environment["COLDROUTE_CLIENT_ID"]}"`)
    .replace(/clientSecretCommand: ".*"/, `clientSecret: "${environment["COLDROUTE_CLIENT_SECRET"]}"`)
    .replace(/authUrl: ".*"/, `authUrl: "${environment["COLDROUTE_AUTH_URL"]}"`)
    .replace(/trackingUrl: ".*"/, `trackingUrl: "${environment["COLDROUTE_TRACKING_URL"]}"`);
  expect(filled).not.toContain("…");

  const folder = emptyFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/coldroute"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, files: ["script.ts"] }));
  writeFileSync(join(folder, "script.ts"), filled);
  execFileSync(resolve("node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "script.js")]);
  expect(stdout).toMatch(/^\S.* 1\n$/);
});
