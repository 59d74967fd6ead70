import { getEventListeners } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { oddSecret, readSecret } from "../../../src/api/token/secret.ts";
import type { SecretSource } from "../../../src/domain/configuration.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { emptyFolder } from "../../support/per-test.ts";

const signal = new AbortController().signal;
const command = (...argv: string[]) => ({ kind: "command", argv }) as const;
const node = (script: string) => command(process.execPath, "-e", script);

describe("client secret [G-configuration] (service.md 5.3)", () => {
  test("a file is read anew each time, without its trailing newline", async () => {
    const path = join(emptyFolder(), "secret");
    const source = { kind: "file", path } as const;
    await writeFile(path, "first secret\n");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "first secret" });
    await writeFile(path, "second\r\n");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "second" });
  });

  test("a byte order mark is dropped", async () => {
    const path = join(emptyFolder(), "secret");
    await writeFile(path, "\uFEFFsecret\n");
    const source = { kind: "file", path } as const;
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "secret" });
  });

  test.each([
    ["blanks alone", " \t\n", /blanks alone/],
    ["UTF-16", Buffer.from("\uFEFFsecret", "utf16le"), /UTF-8; is it UTF-16/],
    ["UTF-16 without its mark", Buffer.from("secret", "utf16le"), /UTF-8; is it UTF-16/],
  ])("a file with %s is a problem", async (_, content, message) => {
    const path = join(emptyFolder(), "secret");
    await writeFile(path, content);
    const problems = [{ variable: "COLDROUTE_CLIENT_SECRET_FILE", message: expect.stringMatching(message) as string }];
    const read = await readSecret({ kind: "file", path }, new ManualClock(), signal);
    expect(read).toMatchObject({ ok: false, failure: { problems } });
  });

  test("a command's standard output is the secret; no shell reads its arguments", async () => {
    const source = node("console.log(process.argv.length + ' $HOME; `id`')");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({
      ok: true,
      value: "1 $HOME; `id`",
    });
  });

  test("a value is the secret, except for one trailing newline", async () => {
    const source = { kind: "value", reveal: () => " two\nlines\n\n" } as const;
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: " two\nlines\n" });
  });

  test.each<[string, SecretSource, RegExp]>([
    ["a missing file", { kind: "file", path: "/nonexistent/secret" }, /a file that could not be read \(ENOENT\)/],
    [
      "a file without end",
      { kind: "file", path: "/dev/zero" },
      /not a regular file.* COLDROUTE_CLIENT_SECRET_COMMAND$/,
    ],
    ["a file that is too long", { kind: "file", path: process.execPath }, /a file that gives too much/],
    ["a missing command", command("/nonexistent/command"), /could not be started \(ENOENT\)/],
    ["no command at all", command(), /could not be started \(ERR_INVALID_ARG_VALUE\)/],
    ["a failing command", node("console.log('half'); process.exit(3)"), /failed \(exit 3\)$/],
    [
      "a failing command that says why",
      command("/bin/sh", "-c", "printf '\\n\\033[31mnot signed\\tin\\033[0m\\nhalf\\n' >&2; exit 4"),
      /^names a command \(sh\) that failed \(exit 4\): "not signed in"$/,
    ],
    ["a command that dies", node("process.kill(process.pid, 'SIGKILL')"), /failed \(SIGKILL\)/],
    ["a silent command", node(""), /it is empty/],
    ["output without end", node("const write = () => process.stdout.write('x', write); write()"), /gives too much/],
  ])("%s is a configuration problem that names its variable and not what was read", async (_, source, message) => {
    const read = await readSecret(source, new ManualClock(), signal);
    const variable = `COLDROUTE_CLIENT_SECRET_${source.kind.toUpperCase()}`;
    const problems = [{ variable, message: expect.stringMatching(message) as string }];
    expect(read).toEqual({ ok: false, failure: { kind: "configuration", product: "token", problems } });
    expect(JSON.stringify(read)).not.toMatch(/half|xxx/);
  });

  test.each([
    ["two-newlines\n", /line break/],
    ["one\r\ntwo", /line break/],
    [" leading", /blank/],
    ["trailing\t", /blank/],
    ['"quoted"', /quotation marks/],
    ["'quoted'", /quotation marks/],
    ["<your secret>", /placeholder/],
    ["your-client-secret", /placeholder/],
    ["CHANGEME", /placeholder/],
    ["$CLIENT_SECRET", /placeholder/],
    ["%CLIENT_SECRET%", /placeholder/],
    ["{{ secret }}", /placeholder/],
    ["xxxxxxxx", /placeholder/],
    ["…", /placeholder/],
    ["op://shipping/coldroute/secret", /reference.*COLDROUTE_CLIENT_SECRET_COMMAND/],
  ])("a refused secret %j is odd", (secret, oddity) => {
    expect(oddSecret(secret)).toMatch(oddity);
  });

  test.each(["sandbox-secret-9b1d6c0e", 'Q"x~8$yourself', "a b", "themis-Pq2", "p:/w"])("%j is not odd", (secret) => {
    expect(oddSecret(secret)).toBeUndefined();
  });

  test("a secret may have 64 KiB", async () => {
    const path = join(emptyFolder(), "secret");
    await writeFile(path, "x".repeat(65_536));
    for (const source of [{ kind: "file", path } as const, node("process.stdout.write('x'.repeat(65536))")]) {
      const read = await readSecret(source, new ManualClock(), signal);
      expect(read.ok && read.value.length).toBe(65_536);
    }
  });

  test("a command that asks for input gets none", async () => {
    const source = node("process.stdin.on('end', () => console.log('no input')).resume()");
    expect(await readSecret(source, new ManualClock(), signal)).toEqual({ ok: true, value: "no input" });
  });

  test.each(["before it starts", "while it runs"])("a command is stopped when its caller leaves %s", async (when) => {
    const clock = new ManualClock();
    const leaving = new AbortController();
    if (when === "before it starts") leaving.abort();
    const reading = readSecret(node("setTimeout(() => {}, 30_000)"), clock, leaving.signal);
    leaving.abort();
    const problems = [{ message: "names a command (node) that was stopped" }];
    expect(await reading).toMatchObject({ ok: false, failure: { problems } });
    expect(clock.pending).toBe(0);
    expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
  });

  test("a command that takes longer than ten seconds is stopped", async () => {
    const clock = new ManualClock();
    const path = join(emptyFolder(), "pid");
    const source = node(`fs.writeFileSync(${JSON.stringify(path)}, "" + process.pid); setTimeout(() => {}, 30_000)`);
    const reading = readSecret(source, clock, signal);
    await expect.poll(() => readFile(path, "utf8").catch(() => "")).toMatch(/\d/);
    await clock.advance(9_999);
    await clock.advance(1);
    const problems = [{ message: "names a command (node) that took longer than 10 s" }];
    expect(await reading).toMatchObject({ ok: false, failure: { kind: "configuration", problems } });
    const pid = Number(await readFile(path, "utf8"));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });
});
