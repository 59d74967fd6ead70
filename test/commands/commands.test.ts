import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { MAIN_FILE, REQUIRED_VARIABLES, runProcess, startProcess } from "../support/server-process.ts";

async function sandbox(...options: Parameters<typeof startSandbox>) {
  const started = await startSandbox(...options);
  onTestFinished(() => started.close());
  return started;
}

describe("usage", () => {
  test.each([[], ["call"], ["demo"], ["doctor"], ["sandbox"]])("%j has help and version", async (...command) => {
    const help = await runProcess([...command, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/^coldroute/);
    expect(help.stdout).toContain("Usage");
    expect(await runProcess([...command, "--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  test.each([
    ["an unknown command", ["serve"]],
    ["an unknown option", ["call", "track_package", "--jsn"]],
    ["an unknown option of the server", ["--port=1"]],
    ["no tool", ["call"]],
    ["an unknown tool", ["--sandbox", "call", "no_such_tool"]],
    ["arguments that are not JSON", ["call", "track_package", "{ids"]],
    ["arguments that are no object", ["call", "track_package", "[]"]],
    ["too many arguments", ["call", "track_package", "{}", "{}"]],
    ["a port that is none", ["sandbox", "--port", "70000"]],
    ["a seed that is none", ["sandbox", "--seed", "x"]],
    ["faults that are not JSON", ["sandbox", "--faults", "x"]],
    ["a fault that only tests know", ["sandbox", "--faults", '[{"product":"any","kind":"bomb"}]']],
    ["a file of faults that is not there", ["sandbox", "--faults", "@/no/such/file"]],
  ])("%s exits with 2, a reason and a hint", async (_, args) => {
    const { code, stdout, stderr } = await runProcess(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringMatching(/^coldroute: ./),
      expect.stringMatching(/^Try: .*--help$/),
    ]);
  });
});

describe("call", () => {
  test("prints the tool's text", async () => {
    const { environment } = await sandbox();
    const { code, stdout, stderr } = await runProcess(["call", "track_package", '{"ids":["10045"]}'], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("10045");
    expect(stdout.split("\n").at(-1)).toMatch(/^Live, .*billed 1\.$/);
    expect(stdout).not.toContain("Sandbox data");
  });

  test("prints the whole result with --json, and exits 1 when the tool failed", async () => {
    const { environment } = await sandbox();
    const { code, stdout } = await runProcess(["call", "track_package", "--json"], environment);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      isError: true,
      _meta: { "coldroute/error": { kind: "invalid_arguments" } },
    });
  });

  test.each([
    ["track_package", '{"ids":["10045"]}', "10045 In transit"],
    ["track_package", "\ufeff#10045\r\n\norder 10046\n", "1 of 2 needs attention: 10045"],
    ["track_package", '["10045", "10046"]\n', "1 of 2 needs attention: 10045"],
    ["check_heat_alerts", ' {"locations":["85001"]}\n', "85001 Phoenix, AZ"],
  ])("with - reads the arguments of %s from standard input: %j", async (tool, input, told) => {
    const { code, stdout } = await runProcess(["--sandbox", "call", tool, "-"], {}, input);
    expect(stdout).toContain(told);
    expect(code).toBe(0);
  });

  test("with - takes plain numbers for packages alone", async () => {
    const { code, stderr } = await runProcess(["--sandbox", "call", "check_heat_alerts", "-"], {}, "85001\n");
    expect(code).toBe(2);
    expect(stderr).toContain("one JSON object");
  });

  test.each([
    [["--sandbox", "call", "check_heat_alerts"], {}],
    [["call", "check_heat_alerts", "--sandbox"], {}],
    [["call", "check_heat_alerts"], { COLDROUTE_SANDBOX: "1", COLDROUTE_RISK_URL: "not a URL" }],
  ])("%j %j says that it is sandbox data", async (args, environment) => {
    const { code, stdout } = await runProcess(args, environment);
    expect(code).toBe(0);
    expect(stdout).toContain("Sandbox data");
  });

  test("fails when its output is lost, and leaves it on standard error", async () => {
    const parcel = { length: 10, width: 8, height: 6, weight: 5 };
    const plan = JSON.stringify({ origin: "38118", destination: "85001", parcel });
    const args = ['"$0" "$@" > /dev/full', process.execPath, MAIN_FILE, "--sandbox", "call", "plan_shipment", plan];
    await expect(promisify(execFile)("sh", ["-c", ...args])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/shipmentId shipment_sandbox.*could not be written \(ENOSPC\)/s),
    });
  });

  test("without configuration shows no made-up data [G-sandbox]", async () => {
    const { code, stdout } = await runProcess(["call", "check_heat_alerts"]);
    expect(code).toBe(1);
    expect(stdout).toContain("COLDROUTE_RISK_URL");
  });

  test("refuses a default origin that is no address, for planning alone", async () => {
    const { environment } = await sandbox();
    const bad = { ...environment, COLDROUTE_DEFAULT_ORIGIN: '{"zipCode":"38118","state":"TEN"}' };
    const plan = await runProcess(["call", "plan_shipment", '{"destination":"85001"}'], bad);
    expect(plan.stdout).toMatch(/COLDROUTE_DEFAULT_ORIGIN.*state/);
    expect((await runProcess(["call", "check_heat_alerts"], bad)).code).toBe(0);
  });
});

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { readonly check: string; readonly ok: boolean | null; readonly text: string }[];
}

/** The findings of `doctor --json`, by check. */
async function doctor(environment: Readonly<Record<string, string>>) {
  const { code, stdout } = await runProcess(["doctor", "--json"], environment);
  const report: Report = JSON.parse(stdout);
  const finding = (check: string) => report.findings.find((one) => one.check === check);
  return { code, report, finding };
}

describe("doctor", () => {
  test("passes a sound set-up, and bills nothing", async () => {
    const service = await sandbox();
    const { code, report } = await doctor(service.environment);
    expect(report.findings.map(({ check, ok }) => [check, ok])).toEqual(
      ["configuration", "token", "alerts", "risk", "planning", "tracking"].map((check) => [check, true]),
    );
    expect(code).toBe(0);
    expect(service.ledger.billed()).toBe(0);
  });

  test("names every missing variable and asks nothing [G-doctor]", async () => {
    const { code, stdout } = await runProcess(["doctor"]);
    expect(code).toBe(1);
    for (const name of REQUIRED_VARIABLES) expect(stdout).toContain(name);
  });

  test("asks the configured products, and names an unknown variable", async () => {
    const { COLDROUTE_PLANNING_URL: _, ...environment } = (await sandbox()).environment;
    const { code, finding } = await doctor({ ...environment, COLDROUTE_PLANING_URL: "https://x.example.com" });
    expect(code).toBe(1);
    expect(finding("planning")).toMatchObject({ ok: null, text: expect.stringContaining("COLDROUTE_PLANNING_URL") });
    expect(finding("tracking")).toMatchObject({ ok: true });
    const { stdout } = await runProcess(["doctor"], { COLDROUTE_PLANING_URL: "https://x.example.com" });
    expect(stdout).toContain("COLDROUTE_PLANING_URL");
  });

  test("blames refused credentials on the token, not on the products", async () => {
    const { environment } = await sandbox();
    const { code, finding } = await doctor({ ...environment, COLDROUTE_CLIENT_SECRET: "wrong-secret-value" });
    expect(code).toBe(1);
    expect(finding("token")).toMatchObject({ ok: false, text: expect.stringContaining("COLDROUTE_CLIENT_SECRET") });
    expect(finding("alerts")).toMatchObject({ ok: null });
    expect(JSON.stringify(finding("token"))).not.toContain("wrong-secret-value");
  });

  test("rejects a wrong URL", async () => {
    const { environment, urls } = await sandbox();
    const { code, finding } = await doctor({
      ...environment,
      COLDROUTE_TRACKING_URL: new URL("/elsewhere", urls.tracking).href,
    });
    expect(code).toBe(1);
    expect(finding("tracking")).toMatchObject({ ok: false });
  });

  test("reports billed and refused probes", async () => {
    const service = await sandbox({
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

test("sandbox takes options before its name, prints an environment that works, and ends with its ledger", async () => {
  const server = startProcess(["--port", "0", "--seed", "7", "sandbox"]);
  const environment: Record<string, string> = {};
  for (let line = await server.line(); ; line = await server.line()) {
    const [, name, value] = /^export (COLDROUTE_\w+)='(.*)'$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
    else if (!line.includes("seed 7")) break;
  }
  expect((await doctor(environment)).code).toBe(0);
  expect((await runProcess(["call", "check_heat_alerts"], environment)).code).toBe(0);
  server.child.kill("SIGTERM");
  expect(await server.exited()).toBe(0);
  expect(server.stderr()).toMatch(/Billed: 1 \(alerts 1/);
});

test("demo answers the four questions, tells what each cost, and breaks lines at 100 columns but no row of a table", async () => {
  const { code, stdout, stderr } = await runProcess(["demo"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const name of ["check_heat_alerts", "get_five_day_risk", "plan_shipment", "track_package"])
    expect(stdout).toContain(name);
  const costs = [...stdout.matchAll(/^ {3}billed (\d+), \d+ ms$/gm)].map(([, billed]) => Number(billed));
  expect(costs).toHaveLength(4);
  const total = costs.reduce((sum, billed) => sum + billed, 0);
  expect(total).toBeGreaterThan(0);
  expect(stdout).toContain(`billed ${total} (`);
  const lines = stdout.split("\n");
  const text = lines.filter((line) => !/\S {2}/.test(line));
  expect(Math.max(...text.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(
    lines.filter((line) => /^ {3}\w{3} \d\d-\d\d .* shipment_sandbox_\d+$|^ {3}Ship .* shipmentId$/.test(line)),
  ).toHaveLength(4);
  expect(stdout).not.toContain("\u001b");
});
