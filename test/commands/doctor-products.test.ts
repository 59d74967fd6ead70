import { expect, onTestFinished, test, vi } from "vitest";
import { command } from "../../src/commands/doctor.ts";
import type { ToolEntry } from "../../src/tool-list.ts";

vi.mock(import("../../src/tool-list.ts"), async (load) => {
  const real = await load();
  const second: ToolEntry = { name: "get_risk_again", product: "risk", creates: false, needsAudience: true };
  const list = [...real.TOOL_LIST, second];
  return { ...real, TOOL_LIST: list as never, TOOL_NAMES: list.map(({ name }) => name) as never };
});

test("doctor asks and lists a product once, however many tools it has", async () => {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const invocation = { environment: {}, mainFile: "", sandbox: true, options: { json: true }, positionals: [] };
  expect(await command.run(invocation)).toBe(0);
  const { findings } = JSON.parse(printed) as { readonly findings: readonly { readonly check: string }[] };
  expect(findings.map(({ check }) => check)).toEqual([
    "configuration",
    "token",
    "alerts",
    "risk",
    "planning",
    "tracking",
  ]);
});
