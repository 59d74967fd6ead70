import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSecret } from "../../src/api/secret.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { ManualClock, settle } from "../support/manual-clock.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "coldroute-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

const signal = new AbortController().signal;
const command = (...argv: string[]) => ({ kind: "command", argv }) as const;
const node = (script: string) => command(process.execPath, "-e", script);

describe("client secret (DESIGN 2; spec 5.3)", () => {
  test("a file is read anew each time, without its trailing newline", async () => {
    const path = join(folder, "secret");
    const source = { kind: "file", path } as const;
    await writeFile(path, "first secret\n");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "first secret" });
    await writeFile(path, "second\r\n");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "second" });
  });

  test("a command's standard output is the secret; no shell reads its arguments", async () => {
    const source = node("console.log(process.argv.length + ' $HOME; `id`')");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "1 $HOME; `id`" });
  });

  test.each([
    ["a missing file", { kind: "file", path: "/nonexistent/secret" } as const, "COLDROUTE_CLIENT_SECRET_FILE"],
    ["a missing command", command("/nonexistent/command"), "COLDROUTE_CLIENT_SECRET_COMMAND"],
    ["a failing command", node("console.log('half'); process.exit(3)"), "COLDROUTE_CLIENT_SECRET_COMMAND"],
    ["a silent command", node(""), "COLDROUTE_CLIENT_SECRET_COMMAND"],
    ["a file without end", { kind: "file", path: "/dev/zero" } as const, "COLDROUTE_CLIENT_SECRET_FILE"],
    ["too much", node("process.stdout.write('x'.repeat(70000))"), "COLDROUTE_CLIENT_SECRET_COMMAND"],
  ])("%s is a configuration problem that names its variable and not what was read", async (_, source, variable) => {
    const read = await readSecret(source, new ManualClock(), signal);
    expect(read).toMatchObject({ ok: false, failure: { kind: "configuration", problems: [{ variable }] } });
    expect(JSON.stringify(read)).not.toMatch(/half|xxx/);
  });

  test("a command that ends leaves nothing running", async () => {
    const mark = join(folder, "alive");
    const grandchild = `setInterval(() => require("fs").writeFileSync(${JSON.stringify(mark)} + Date.now(), ""), 50)`;
    const start = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "ignore" }).unref()`;
    const wait = `const { readdirSync } = require("fs"); const timer = setInterval(() => { if (readdirSync(${JSON.stringify(folder)}).length > 0) { console.log("the secret"); process.exit(); } }, 10)`;
    expect(await readSecret(node(`${start}; ${wait}`), systemClock, signal)).toEqual({ ok: true, value: "the secret" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = (await readdir(folder)).length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(folder)).toHaveLength(before);
  });

  test("a command that takes longer than ten seconds is ended, with what it started", async () => {
    const clock = new ManualClock();
    const mark = join(folder, "alive");
    const grandchild = `setInterval(() => require("fs").writeFileSync(${JSON.stringify(mark)} + Date.now(), ""), 50)`;
    const child = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1000)`;
    const reading = readSecret(node(child), clock, signal);
    while ((await readdir(folder)).length === 0) await settle();
    await clock.advance(9_999);
    await clock.advance(1);
    expect(await reading).toMatchObject({ ok: false, failure: { kind: "configuration" } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = (await readdir(folder)).length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(folder)).toHaveLength(before);
  });
});
