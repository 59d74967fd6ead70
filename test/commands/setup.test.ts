import { mkdirSync, openSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOSTS, hostFile } from "../../src/commands/hosts.ts";
import { emptyFolder } from "../support/per-test.ts";
import { MAIN_FILE, runProcess } from "../support/server-process.ts";

const VARIABLES = {
  COLDROUTE_CLIENT_ID: "shipper",
  COLDROUTE_CLIENT_SECRET: "s3cr3t-of-the-client",
  COLDROUTE_AUTH_URL: "https://auth.example.com",
  COLDROUTE_TRACKING_URL: "https://support.example.com",
  COLDROUTE_TOOLS: "track_package",
  HTTPS_PROXY: "http://jo:s3cr3t@proxy.example.com:3128",
  NO_PROXY: "internal.example.com",
};

/** Runs `coldroute setup` in a home of its own. */
function homeOfTest() {
  const home = emptyFolder();
  const setup = (words: string, variables: Readonly<Record<string, string>> = VARIABLES) =>
    runProcess(["setup", ...words.split(" ")], { HOME: home, ...variables });
  return { home, setup };
}

const CURSOR = [".cursor", "mcp.json"] as const;

describe("setup", () => {
  test.each(Object.keys(HOSTS))("prints the configuration of %s with absolute paths and no secret", async (host) => {
    const { setup } = homeOfTest();
    const { code, stdout, stderr } = await setup(host);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(process.execPath);
    expect(stdout).toContain(MAIN_FILE);
    expect(stdout).toMatch(/COLDROUTE_TRACKING_URL\W+https:\/\/support\.example\.com/);
    expect(stdout).toMatch(/NO_PROXY\W+internal\.example\.com/);
    expect(stdout).toContain("COLDROUTE_CLIENT_SECRET is left out");
    expect(stdout).toContain("HTTPS_PROXY is left out");
    expect(stdout).not.toContain("s3cr3t");
  });

  test("names what is missing", async () => {
    const { setup } = homeOfTest();
    const { code, stdout } = await setup("cursor --write", { COLDROUTE_CLIENT_ID: "shipper" });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Still to do:\n- COLDROUTE_AUDIENCE is not set/);
  });

  test("with --sandbox needs nothing", async () => {
    const { home, setup } = homeOfTest();
    const { stdout } = await setup("cursor --write --sandbox");
    expect(stdout).not.toContain("Still to do");
    expect(JSON.parse(readFileSync(join(home, ...CURSOR), "utf8"))).toEqual({
      mcpServers: {
        coldroute: { command: process.execPath, args: [MAIN_FILE], env: { COLDROUTE_SANDBOX: "1" } },
      },
    });
  });

  test.each([
    ["cursr", "there is no host cursr; did you mean cursor?"],
    ["emacs", "there is no host emacs; there are claude-desktop"],
    ["cursor --write --remove", "exclude each other"],
  ])("%s is refused", async (words, text) => {
    const { setup } = homeOfTest();
    const { code, stderr } = await setup(words);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });
});

describe("setup --write", () => {
  test("keeps a copy from before coldroute, the file's mode and a link to it, and --remove restores it", async () => {
    const { home, setup } = homeOfTest();
    const [file, target] = [join(home, ...CURSOR), join(home, "dotfiles.json")];
    const copy = () => readFileSync(`${file}.coldroute-backup`, "utf8");
    const before = '{\n  // mine\n  "mcpServers": { "a": { "command": "a" } }\n}\n';
    mkdirSync(dirname(file));
    writeFileSync(target, before, { mode: 0o640 });
    symlinkSync(target, file);
    const opened = openSync(target, "r");
    expect((await setup("cursor --write")).stdout).toContain(`Written to ${file}. Restart Cursor.`);
    // Who reads meanwhile, or after a crash, finds a whole file.
    expect(readFileSync(opened, "utf8")).toBe(before);
    const written = readFileSync(target, "utf8");
    expect(written).toContain('"coldroute"');
    expect(written).not.toContain("s3cr3t");
    expect([copy(), statSync(target).mode & 0o777]).toEqual([before, 0o640]);
    expect((await setup("cursor --write")).stdout).toContain("needs no change");
    expect((await setup("cursor --write --sandbox")).stdout).toContain("The earlier copy is kept: ");
    expect((await setup("cursor --remove")).stdout).toContain(`Removed from ${file}. Restart Cursor.`);
    expect([copy(), readFileSync(file, "utf8")]).toEqual([before, before]);
    writeFileSync(target, "{}");
    expect((await setup("cursor --write")).stdout).toContain("The previous file: ");
    expect(copy()).toBe("{}");
    expect(readdirSync(home)).toEqual([".cursor", "dotfiles.json"]);
  });

  test("writes secrets only if it is told to, into a file for the user alone", async () => {
    const { home, setup } = homeOfTest();
    const { stdout } = await setup("gemini --write --write-secrets");
    const file = join(home, ".gemini", "settings.json");
    expect(readFileSync(file, "utf8")).toContain("s3cr3t-of-the-client");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout).not.toMatch(/s3cr3t|chmod/);
    const openFile = join(home, ...CURSOR);
    mkdirSync(dirname(openFile));
    writeFileSync(openFile, "{}", { mode: 0o644 });
    expect((await setup("cursor --write --write-secrets")).stdout).toContain(`chmod 600 ${openFile}`);
    expect((await setup("codex --write-secrets")).stdout).not.toContain("s3cr3t");
  });

  test.each(["claude-code", "codex", "goose"])("says that nothing was changed for %s", async (host) => {
    const { setup } = homeOfTest();
    for (const option of ["--write", "--remove"])
      expect((await setup(`${host} ${option}`)).stdout).toMatch(
        /^Nothing was changed: coldroute does not edit the configuration of /,
      );
    expect((await setup(host)).stdout).not.toContain("Nothing was changed");
  });

  test("leaves a broken file as it is", async () => {
    const { home, setup } = homeOfTest();
    const file = join(home, ...CURSOR);
    mkdirSync(dirname(file));
    writeFileSync(file, '{\n  "mcpServers": {\n');
    const { code, stderr } = await setup("cursor --write");
    expect(code).toBe(1);
    expect(stderr).toMatch(/mcp\.json is not the JSON that Cursor reads \(line 3\); it was not changed/);
    expect(readFileSync(file, "utf8")).toBe('{\n  "mcpServers": {\n');
    expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
  });

  test("names a file that it cannot change, and why", async () => {
    const { home, setup } = homeOfTest();
    mkdirSync(join(home, ...CURSOR), { recursive: true });
    const { code, stderr } = await setup("cursor --write");
    expect([code, stderr]).toEqual([1, expect.stringContaining("mcp.json cannot be changed (EISDIR)")]);
  });
});

test.each([
  ["claude-desktop", "darwin", "/home/jo/Library/Application Support/Claude/claude_desktop_config.json"],
  ["claude-desktop", "linux", "/home/jo/.config/Claude/claude_desktop_config.json"],
  ["vscode", "win32", "/roaming/Code/User/mcp.json"],
  ["vscode", "linux", "/home/jo/.config/Code/User/mcp.json"],
  ["windsurf", "darwin", "/home/jo/.codeium/windsurf/mcp_config.json"],
  ["gemini", "linux", "/home/jo/.gemini/settings.json"],
  ["zed", "darwin", "/home/jo/.config/zed/settings.json"],
  ["zed", "win32", "/roaming/zed/settings.json"],
] as const)("the file of %s on %s", (name, platform, file) => {
  const host = HOSTS[name];
  if (host === undefined || !("file" in host)) throw new Error("a host with a file");
  expect(hostFile(host, { platform, home: "/home/jo", environment: { APPDATA: "/roaming" } })).toBe(file);
});

test.each([
  ["linux", "claude mcp add coldroute --scope user --env 'A=b c'\\''d' --env B=1 -- /bin/node '/a b/main.cjs'"],
  ["win32", 'claude mcp add coldroute --scope user --env "A=b c\'d" --env B=1 -- /bin/node "/a b/main.cjs"'],
] as const)("the command for %s is quoted for its shell", (platform, line) => {
  const host = HOSTS["claude-code"];
  if (host === undefined || !("added" in host)) throw new Error("a host with a command");
  const entry = { command: "/bin/node", args: ["/a b/main.cjs"], env: { A: "b c'd", B: "1" } };
  expect(host.added(entry, platform)).toBe(line);
});
