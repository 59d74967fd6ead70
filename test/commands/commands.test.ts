import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { TOOL_NAMES } from "../support/contract.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import { MAIN_FILE, runProcess, startProcess } from "../support/server-process.ts";

describe("usage", () => {
  test.each([[], ["call"], ["demo"], ["doctor"], ["sandbox"]])("%j has help", async (...command) => {
    const help = await runProcess([...command, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/^coldroute.*Usage/s);
  });

  test.each([
    ["no tool", ["call"]],
    ["no value", ["sandbox", "--port"]],
    ["a value for a flag", ["doctor", "--json=1"]],
    ["arguments that are not JSON", ["call", "track_package", "{ids"]],
    ["arguments that are no object", ["call", "plan_shipment", "[]"]],
    ["a place for planning", ["call", "plan_shipment", "85001"]],
    ["too many arguments", ["call", "track_package", "{}", "{}"]],
    ["a port that is too large", ["http", "--port", "65536"]],
    ["a host that is no name", ["http", "--host", "a b"]],
    ["a seed that is no whole number", ["sandbox", "--seed", "1.5"]],
    ["faults that are not JSON", ["sandbox", "--faults", "x"]],
    ["a fault that only tests know", ["sandbox", "--faults", '[{"product":"any","kind":"bomb"}]']],
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
    const { environment } = await sandboxOfTest();
    const { code, stdout, stderr } = await runProcess(["call", "track_package", '{"ids":["10045"]}'], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("10045");
    expect(stdout.split("\n").at(-1)).toMatch(/^Live, .*billed 1\.$/);
    expect(stdout).not.toContain("Sandbox data");
  });

  test("prints the whole result with --json, and exits 1 when the tool failed", async () => {
    const { environment } = await sandboxOfTest();
    const { code, stdout } = await runProcess(["call", "track_package", "--json"], environment);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      isError: true,
      _meta: { "coldroute/error": { kind: "invalid_arguments" } },
    });
  });

  test.each([
    ["track_package", '{"ids":["10045"]}', "10045 OVERDUE"],
    ["track_package", "\ufeff#10045\r\n\norder 10046\n", "1 of 2 needs attention: 10045"],
    ["track_package", '["10045", "10046"]\n', "1 of 2 needs attention: 10045"],
    ["check_heat_alerts", ' {"locations":\n["85001"]}\n', "85001 Phoenix, AZ"],
    ["check_heat_alerts", "85001\nDenver, CO\n", "Denver, CO: "],
  ])("with - reads the arguments of %s from standard input: %j", async (tool, input, told) => {
    const { code, stdout } = await runProcess(["--sandbox", "call", tool, "-"], {}, input);
    expect(stdout).toContain(told);
    expect(code).toBe(0);
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

  test("fails if its output is lost, and repeats it on standard error", async () => {
    const parcel = { length: 10, width: 8, height: 6, weight: 5 };
    const plan = JSON.stringify({ origin: "38118", destination: "85001", parcel });
    const args = ['"$0" "$@" > /dev/full', process.execPath, MAIN_FILE, "--sandbox", "call", "plan_shipment", plan];
    await expect(promisify(execFile)("sh", ["-c", ...args])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/shipmentId "shipment_sandbox.*could not be written \(ENOSPC\)/s),
    });
  });

  test("without configuration shows no made-up data [G-sandbox]", async () => {
    const { code, stdout } = await runProcess(["call", "check_heat_alerts"]);
    expect(code).toBe(1);
    expect(stdout).toContain("COLDROUTE_RISK_URL");
  });

  test("refuses a default origin that is no address, but only for planning", async () => {
    const { environment } = await sandboxOfTest();
    const bad = { ...environment, COLDROUTE_DEFAULT_ORIGIN: '{"zipCode":"38118","state":"TEN"}' };
    const plan = await runProcess(["call", "plan_shipment", '{"destination":"85001"}'], bad);
    expect(plan.stdout).toMatch(/COLDROUTE_DEFAULT_ORIGIN.*state/);
    expect((await runProcess(["call", "check_heat_alerts"], bad)).code).toBe(0);
  });
});

test("sandbox accepts options before its name, prints a working environment, and ends with its ledger", async () => {
  const server = startProcess(["--port", "0", "--seed", "7", "sandbox"]);
  const environment: Record<string, string> = {};
  for (let line = await server.line(); ; line = await server.line()) {
    const [, name, value] = /^export (COLDROUTE_\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
    else if (!line.includes("seed 7")) break;
  }
  expect((await runProcess(["doctor"], environment)).code).toBe(0);
  expect((await runProcess(["call", "check_heat_alerts"], environment)).code).toBe(0);
  server.child.kill("SIGTERM");
  expect(await server.exited()).toBe(0);
  expect(server.stderr()).toMatch(/Billed: 1 \(alerts 1/);
});

test("demo answers a question of each tool with its bill, and wraps lines at 100 columns, except table rows", async () => {
  const { code, stdout, stderr } = await runProcess(["demo"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const name of TOOL_NAMES) expect(stdout).toContain(name);
  const costs = [...stdout.matchAll(/^ {3}billed (\d+), \d+ ms$/gm)].map(([, billed]) => Number(billed));
  expect(costs).toHaveLength(TOOL_NAMES.length);
  const total = costs.reduce((sum, billed) => sum + billed, 0);
  expect(total).toBeGreaterThan(0);
  expect(stdout).toContain(`billed ${total} (`);
  const lines = stdout.split("\n");
  const text = lines.filter((line) => !/\S {2}/.test(line));
  expect(Math.max(...text.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.filter((line) => /\S {2}.*(?:shipment_sandbox_\d+"?|shipmentId)$/.test(line))).toHaveLength(4);
  expect(stdout).not.toContain("\u001b");
});
