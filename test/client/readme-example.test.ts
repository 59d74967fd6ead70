import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../support/sandbox.ts";

const OPTIONS = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "esnext.disposable", "dom"],
  strict: true,
  types: [],
};

test("the README's script compiles in a project without other packages, and runs", async () => {
  const [, example = ""] = /```ts\n(import \{ createClient \}.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { environment } = sandbox;
  const filled = example
    .replace('clientId: "…"', `clientId: "${environment["COLDROUTE_CLIENT_ID"]}"`)
    .replace(/clientSecretCommand: ".*"/, `clientSecret: "${environment["COLDROUTE_CLIENT_SECRET"]}"`)
    .replace(/authUrl: ".*"/, `authUrl: "${environment["COLDROUTE_AUTH_URL"]}"`)
    .replace(/trackingUrl: ".*"/, `trackingUrl: "${environment["COLDROUTE_TRACKING_URL"]}"`);
  expect(filled).not.toContain("…");

  const folder = mkdtempSync(join(tmpdir(), "coldroute-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/coldroute"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, files: ["script.ts"] }));
  writeFileSync(join(folder, "script.ts"), filled);
  execFileSync(resolve("node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "script.js")]);
  expect(stdout).toMatch(/^\S.* 1\n$/);
});
