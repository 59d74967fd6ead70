import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { command } from "../../src/commands/doctor.ts";
import { startFront } from "../faults/fronts.ts";
import { TOOLS } from "../support/contract.ts";
import { portOfTest, sandboxOfTest } from "../support/per-test.ts";
import { REQUIRED_VARIABLES, runProcess } from "../support/server-process.ts";

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { readonly check: string; readonly ok: boolean | null; readonly text: string }[];
}

/** The findings of `doctor --json`, by check. It runs in this process, without its signals. */
async function doctor(environment: Readonly<Record<string, string>>) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const on = vi.spyOn(process, "on").mockReturnValue(process);
  // The agent for connections reads the process's own variable.
  vi.stubEnv("HTTPS_PROXY", environment["HTTPS_PROXY"]);
  const options = { json: true };
  const code = await command.run({ environment, mainFile: "", sandbox: false, options, positionals: [] });
  const report: Report = JSON.parse(write.mock.calls.map(([text]) => text).join(""));
  for (const spy of [write, on]) spy.mockRestore();
  vi.unstubAllEnvs();
  const finding = (check: string) => report.findings.find((one) => one.check === check);
  return { code, report, finding };
}

async function frontOf(kind: "silent" | "untrusted"): Promise<string> {
  const front = await startFront(kind, 0);
  onTestFinished(() => front.close());
  return front.origin;
}

describe("doctor", () => {
  test("finds all well within a limit smaller than its probes", async () => {
    const { environment } = await sandboxOfTest();
    expect((await doctor({ ...environment, COLDROUTE_BILLABLE_LIMIT: "1" })).report.ok).toBe(true);
  });

  test("reports an unreachable Redis, and checks none for an embedded sandbox [G-account]", async () => {
    const { environment } = await sandboxOfTest();
    const { code, finding } = await doctor({ ...environment, COLDROUTE_REDIS_URL: "redis://127.0.0.1:9" });
    expect(code).toBe(1);
    expect(finding("shared state")).toMatchObject({ ok: false, text: expect.stringContaining("ECONNREFUSED") });
    const shared = { COLDROUTE_SANDBOX: "1", COLDROUTE_REDIS_URL: "redis://127.0.0.1:9", COLDROUTE_ACCOUNT: "ours" };
    const embedded = await doctor(shared);
    expect(embedded.code).toBe(0);
    expect(embedded.finding("shared state")).toBeUndefined();
  });

  test("passes a sound set-up, and bills nothing", async () => {
    const service = await sandboxOfTest();
    const { code, report } = await doctor(service.environment);
    const checks = ["configuration", "levels", "token", ...new Set(TOOLS.map(({ product }) => product))];
    expect(report.findings.map(({ check, ok }) => [check, ok])).toEqual(checks.map((check) => [check, true]));
    // The sandbox states the order of its world [G-order]. Doctor reads no data to compare it with.
    expect(report.findings[1]?.text).toMatch(/; risk Low, Moderate, .*reads no data.*coldroute:\/\/status/);
    expect(code).toBe(0);
    expect(service.ledger.billed()).toBe(0);
  });

  test("shows no order of levels where none is configured [G-order]", async () => {
    const { environment } = await sandboxOfTest();
    const { report } = await doctor({ ...environment, COLDROUTE_ALERT_LEVELS: "", COLDROUTE_RISK_LEVELS: "" });
    expect(report.findings.map(({ check }) => check).filter((check) => check.includes("levels"))).toEqual([]);
  });

  test("names every missing variable and sends nothing [G-doctor]", async () => {
    const { code, stdout } = await runProcess(["doctor"]);
    expect(code).toBe(1);
    for (const name of REQUIRED_VARIABLES) expect(stdout).toContain(name);
  });

  test("probes the configured products, and names an unknown variable", async () => {
    const { COLDROUTE_PLANNING_URL: _, ...environment } = (await sandboxOfTest()).environment;
    const { code, finding, report } = await doctor({ ...environment, COLDROUTE_PLANING_URL: "https://x.example.com" });
    expect(code).toBe(1);
    expect(finding("planning")).toMatchObject({ ok: null });
    expect(finding("tracking")).toMatchObject({ ok: true });
    expect(finding("configuration")).toMatchObject({ ok: false });
    const meant = "COLDROUTE_PLANING_URL is not known; did you mean COLDROUTE_PLANNING_URL?";
    expect(report.findings.map(({ text }) => text)).toContain(meant);
  });

  test("blames refused credentials on the token, not on the products", async () => {
    const { environment } = await sandboxOfTest();
    const { code, finding } = await doctor({ ...environment, COLDROUTE_CLIENT_SECRET: "wrong-secret-value" });
    expect(code).toBe(1);
    expect(finding("token")).toMatchObject({ ok: false, text: expect.stringContaining("COLDROUTE_CLIENT_SECRET") });
    expect(finding("alerts")).toMatchObject({ ok: null });
    expect(JSON.stringify(finding("token"))).not.toContain("wrong-secret-value");
  });

  test("is well with one tool alone, and says how", async () => {
    const { environment } = await sandboxOfTest();
    const unset = { COLDROUTE_AUDIENCE: "", COLDROUTE_RISK_URL: "", COLDROUTE_PLANNING_URL: "" };
    const tracking = { ...environment, ...unset, COLDROUTE_ALERT_LEVELS: "", COLDROUTE_RISK_LEVELS: "" };
    const partly = await doctor(tracking);
    expect(partly.code).toBe(1);
    expect(partly.report.findings.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^to use track_package alone, .*COLDROUTE_TOOLS=track_package$/),
    );
    const { code, report } = await doctor({ ...tracking, COLDROUTE_TOOLS: "track_package" });
    expect(report.findings.map(({ check, ok }) => [check, ok])).toEqual([
      ["configuration", true],
      ["token", true],
      ["tracking", true],
    ]);
    expect(code).toBe(0);
  });

  test.each([
    ["alerts", true],
    ["risk", true],
    ["planning", true],
    ["tracking", false],
  ] as const)("takes a 404 of %s for a wrong URL (as problem details: %s)", async (product, isProblem) => {
    const { environment } = await sandboxOfTest({
      faults: [{ product, kind: "status", status: 404, problem: isProblem, times: "always" }],
    });
    const { code, finding } = await doctor(environment);
    expect(code).toBe(1);
    expect(finding(product)).toMatchObject({ ok: false, text: expect.stringMatching(/404.*check COLDROUTE_\w+_URL/) });
  });

  test("takes an answer without X-Request-Id for another server's", async () => {
    const { environment, urls } = await sandboxOfTest();
    const elsewhere = new URL("/elsewhere", urls.tracking).href;
    const { finding } = await doctor({ ...environment, COLDROUTE_TRACKING_URL: elsewhere });
    expect(finding("tracking")).toMatchObject({ ok: false, text: expect.stringContaining("probably not the service") });
  });

  /** A listener, and the variables that lead to it. */
  const ADVICE: readonly (readonly [string, () => Promise<Readonly<Record<string, string>>>, RegExp])[] = [
    [
      "a server that hangs",
      async () => ({ COLDROUTE_AUTH_URL: await frontOf("silent"), COLDROUTE_TIMEOUT_MS: "100" }),
      /COLDROUTE_AUTH_URL .*COLDROUTE_TIMEOUT_MS/,
    ],
    [
      "a certificate of nobody's",
      async () => ({ COLDROUTE_AUTH_URL: await frontOf("untrusted") }),
      /set NODE_EXTRA_CA_CERTS/,
    ],
    [
      "a proxy that is dead",
      async () => ({ COLDROUTE_AUTH_URL: "https://service.invalid", HTTPS_PROXY: "http://127.0.0.1:9" }),
      /the proxy in HTTPS_PROXY/,
    ],
    [
      "a proxy that wants a password",
      async () => {
        const proxy = createServer().on("connect", (_, socket) => socket.end("HTTP/1.1 407 No\r\n\r\n"));
        return {
          COLDROUTE_AUTH_URL: "https://service.invalid",
          HTTPS_PROXY: `http://127.0.0.1:${await portOfTest(proxy)}`,
        };
      },
      /the proxy in HTTPS_PROXY: it asks for a user name and password/,
    ],
    [
      "a secret that cannot be read, without advice to run doctor",
      async () => ({ COLDROUTE_CLIENT_SECRET: "", COLDROUTE_CLIENT_SECRET_FILE: "/nonexistent" }),
      /COLDROUTE_CLIENT_SECRET_FILE names a file that could not be read \(ENOENT\)$/,
    ],
  ];

  test.each(ADVICE)("names what to fix: %s", async (_, start, advice) => {
    const { environment } = await sandboxOfTest();
    const { finding } = await doctor({ ...environment, COLDROUTE_TOOLS: "track_package", ...(await start()) });
    expect(finding("token")).toMatchObject({ ok: false, text: expect.stringMatching(advice) });
  });

  test("reports billed and refused probes", async () => {
    const service = await sandboxOfTest({
      faults: [
        { product: "alerts", kind: "status", status: 200, times: "always" },
        { product: "tracking", kind: "status", status: 429, headers: { "Retry-After": "7" }, times: "always" },
        { product: "planning", kind: "status", status: 403, times: "always" },
      ],
    });
    const { code, finding } = await doctor(service.environment);
    expect(code).toBe(1);
    expect(finding("alerts")).toMatchObject({ ok: false, text: expect.stringContaining("billed") });
    expect(finding("tracking")).toMatchObject({ ok: false, text: expect.stringContaining("7 s") });
    expect(finding("planning")).toMatchObject({ ok: false, text: expect.stringContaining("403") });
    expect(finding("risk")).toMatchObject({ ok: true });
  });
});
