import { execFile } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/per-test.ts";
import { MAIN_FILE } from "../support/server-process.ts";

const DOCUMENTS = ["README.md", ...readdirSync("docs").filter((name) => name.endsWith(".md"))].map((name) =>
  name === "README.md" ? name : `docs/${name}`,
);

/** Words before the command: variables, and how coldroute is started. */
const START = /^(?:\w+=\S+ )*(?:coldroute|node dist\/main\.cjs) /;

/** The commands of coldroute in blocks of shell and of examples, and in cells of tables that can be copied. */
function commandsIn(document: string): readonly string[] {
  const text = readFileSync(document, "utf8");
  const blocks = [...text.matchAll(/^```(?:sh|text)\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const cells = [...text.matchAll(/`(node dist\/main\.cjs [^`]+)`/g)].map(([, command = ""]) => command);
  return [...blocks.map((line) => line.replace(/^\$ /, "")), ...cells].filter((line) => START.test(line));
}

const commands = [...new Set(DOCUMENTS.flatMap(commandsIn))];
/** A server runs until it is stopped, and a written date has passed. */
const runnable = commands.filter((command) => !/ (?:http|sandbox)\b|"20\d\d-/.test(command.replace("--sandbox", "")));

test("the documents show commands of each kind", () => {
  for (const kind of [" call ", " setup ", " doctor"])
    expect(runnable.some((command) => command.includes(kind))).toBe(true);
});

test.each(runnable)("%s", async (command) => {
  const home = emptyFolder();
  symlinkSync(resolve("dist"), join(home, "dist"));
  writeFileSync(join(home, "coldroute.env"), "COLDROUTE_SANDBOX=1\n");
  const program = join(home, "coldroute");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN_FILE}" "$@"\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${home}:${process.env["PATH"]}`, HOME: home, COLDROUTE_SANDBOX: "1" };
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: home, env });
  expect(stdout).not.toBe("");
});
