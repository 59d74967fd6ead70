import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { oldNode } from "../../src/runtime/old-node.ts";
import { emptyFolder } from "../support/per-test.ts";
import { runProcess } from "../support/server-process.ts";

const MESSAGE = `coldroute needs Node 20.19 or later; this is 18.20.8 at ${process.execPath}`;

/** `NODE_OPTIONS` that make this Node call itself 18.20.8. */
function pretending(): Readonly<Record<string, string>> {
  const file = join(emptyFolder(), "pretend.cjs");
  writeFileSync(file, 'Object.defineProperty(process, "version", { value: "v18.20.8" });\n');
  return { NODE_OPTIONS: `--require ${file}` };
}

describe("a Node that is too old", () => {
  test.each([[[]], [["--version"]], [["http"]], [["doctor", "--json"]], [["no-such-command"]]])(
    "is told which one %j needs",
    async (args) => {
      const { code, stdout, stderr } = await runProcess(args, pretending());
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: `${MESSAGE}\n` });
    },
  );

  test("is told by the client's entry, too", async () => {
    const args = ["--input-type=module", "--eval", `import ${JSON.stringify(resolve("dist/client/client.mjs"))};`];
    const importing = promisify(execFile)(process.execPath, args, { env: pretending() });
    await expect(importing).rejects.toMatchObject({ stderr: expect.stringContaining(`Error: ${MESSAGE}\n`) });
  });

  test.each(["main.cjs", "rolldown-runtime.cjs", "client/node-check.cjs", "client/client.mjs"])(
    "can parse dist/%s",
    (file) => {
      const code = readFileSync(join("dist", file), "utf8");
      const compiledFor = (target: string) => transformSync(file, code, { target });
      expect(compiledFor("es2018").errors).toEqual([]);
      expect(compiledFor("es2018").code).toBe(compiledFor("esnext").code);
    },
  );
});

test("the lowest Node is that of package.json", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
  const lowest = engines.node.replace(">=", "");
  const [major = 0, minor = 0] = lowest.split(".").map(Number);
  const isOld = (version: string) => oldNode({ version: `v${version}`, execPath: "/node" }) !== undefined;
  const versions = [
    lowest,
    `${major}.${minor - 1}.9`,
    `${major}.${minor + 1}.0`,
    `${major + 2}.0.0`,
    `${major - 2}.99.0`,
  ];
  expect(versions.map(isOld)).toEqual([false, true, false, false, true]);
});
