import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, sandboxOfTest } from "../support/per-test.ts";
import { runProcess } from "../support/server-process.ts";

describe("help", () => {
  test.each([
    ["help", /^coldroute: MCP server/],
    ["-h", /^coldroute: MCP server/],
    ["help http", /^coldroute http:/],
    ["help help", /^coldroute: MCP server/],
    ["--sandbox help http", /^coldroute http:/],
    ["help call", /^coldroute call: one tool call/],
    ["help call track_package", /^coldroute call track_package: Status/],
    ["help track_package", /^coldroute call track_package: Status/],
    ["call track_package -h", /^coldroute call track_package: Status/],
    ["-v", /^\d+\.\d+\.\d+$/],
    ["call -v", /^\d+\.\d+\.\d+$/],
  ])("coldroute %s", async (words, text) => {
    const { code, stdout, stderr } = await runProcess(words.split(" "));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(text);
  });

  test("of a tool names each argument with type and bounds, and an example that works", async () => {
    const { stdout } = await runProcess(["call", "plan_shipment", "--help"]);
    expect(stdout).toMatch(/^ {2}parcel\.weight +number, 0\.01 to 1000, required: pounds/m);
    expect(stdout).toMatch(/^ {2}shipDates +list of texts, \d to 5: /m);
    expect(stdout).toMatch(/^ {2}checkHeat +true or false: /m);
    expect(stdout).toMatch(/^ {2}detail +"brief" or "full": /m);
    const [, json = ""] = /^ {2}coldroute call plan_shipment '(.*)'$/m.exec(stdout) ?? [];
    const { code } = await runProcess(["--sandbox", "call", "plan_shipment", json]);
    expect(code).toBe(0);
  });
});

test.each([
  [["call", "track_package", "10045", "10046"]],
  [["call", "check_heat_alerts", "85001", "Denver, CO"]],
  [["get_five_day_risk", "Miami, FL"]],
])("plain words are a tool's numbers or places: %j", async (words) => {
  const { code, stdout } = await runProcess(["--sandbox", ...words]);
  expect(code).toBe(0);
  for (const word of words.filter((each) => /[\d,]/.test(each))) expect(stdout).toContain(word);
});

describe("a mistake", () => {
  test.each([
    ["doctr", "no command doctr; did you mean doctor?"],
    ["help docter", "no command docter; did you mean doctor?"],
    ["help nonsense", "no command nonsense; there are call, demo,"],
    ["trak_package 10045", "no command trak_package; did you mean track_package?"],
    ["help call trak_package", "no tool trak_package; did you mean track_package?"],
    ["call lookup", "no tool lookup; there are check_heat_alerts"],
    ["--sandbx", "no option --sandbx; did you mean --sandbox?"],
    ["call track_package 10045 --jsom", "no option --jsom; did you mean --json?"],
    ["call track_package 10045 --png --json", "--png takes a value"],
    ["--prot 3000 http", "no option --prot; did you mean --port?"],
    ["setup cursor --wirte", "no option --wirte; did you mean --write?"],
    ["sandbox --sede 7", "no option --sede; did you mean --seed?"],
    ["doctor --write", "no option --write; there are --json, --env-file,"],
    ["demo -x", "no option -x; there are --env-file,"],
  ])("coldroute %s is refused, with what was probably meant", async (words, text) => {
    const { code, stdout, stderr } = await runProcess(words.split(" "));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(text);
  });

  test("an empty input is no question about everywhere", async () => {
    const { environment, requests } = await sandboxOfTest();
    const { code } = await runProcess(["call", "check_heat_alerts", "-"], environment, "\n");
    expect({ code, requests: requests.length }).toEqual({ code: 2, requests: 0 });
  });

  test("a picture without a folder costs no request", async () => {
    const { environment, requests } = await sandboxOfTest();
    const png = join(emptyFolder(), "missing", "answer.png");
    const { code, stderr } = await runProcess(["call", "track_package", "10045", "--png", png], environment);
    expect({ code, requests: requests.length }).toEqual({ code: 2, requests: 0 });
    expect(stderr).toContain("nothing was asked");
  });
});

describe("--env-file", () => {
  test("sets variables that the environment does not set", async () => {
    const { environment } = await sandboxOfTest();
    const file = join(emptyFolder(), "coldroute.env");
    const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"`);
    writeFileSync(file, [...lines, "COLDROUTE_TOOLS=check_heat_alerts"].join("\n"));
    const set = { COLDROUTE_TOOLS: "track_package" };
    const { code, stdout } = await runProcess(["call", "track_package", "10045", "--env-file", file], set);
    expect(stdout).toContain("10045 OVERDUE");
    expect(code).toBe(0);
  });

  // Node 20 itself reads this option, wherever it stands, and then exits with 9.
  test("names a file that it cannot read", async () => {
    const { code, stderr } = await runProcess(["doctor", "--env-file", "/no/such.env"]);
    expect([2, 9]).toContain(code);
    expect(stderr).toContain("/no/such.env");
  });
});
