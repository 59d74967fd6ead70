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
  noUncheckedIndexedAccess: true,
  types: [],
};

const examples = [...readFileSync("docs/client.md", "utf8").matchAll(/```ts\n(.*?)```/gs)].map(
  ([, example = ""]) => example,
);

/** The output of each example, in the order of the document. */
const PRINTED = [/^In transit \S+ 1\n$/, /^\[.*'85\d{3} \w+'.*\] undefined\n$/s, /850/, /^shipment_sandbox_/];

test("the examples of docs/client.md compile in a project without other packages, and run", {
  timeout: 60_000,
}, async () => {
  const { environment } = await sandboxOfTest();
  const filled = examples.map((example) =>
    example
      .replace(/clientSecretCommand: ".*"/, 'clientSecret: "…"')
      .replaceAll(/(\w+): ".*….*"/g, (_, option: string) => {
        const variable = `COLDROUTE_${option.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
        return `${option}: "${environment[variable]}"`;
      }),
  );
  const folder = emptyFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/coldroute"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));
  for (const [index, script] of filled.entries()) writeFileSync(join(folder, `example-${index}.ts`), script);
  execFileSync(resolve("node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  const printed = filled.map(async (_, index) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `example-${index}.js`)]);
    return stdout;
  });
  expect(await Promise.all(printed)).toEqual(PRINTED.map((text) => expect.stringMatching(text) as string));
});
