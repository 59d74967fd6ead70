import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { inputSchema, outputSchema } from "../../src/server/json-schema.ts";
import { tools } from "../../src/tools/index.ts";

describe("the tools as they are listed", () => {
  it("are four, in the contract's order", () => {
    expect(tools.map(({ name }) => name)).toEqual([
      "check_heat_alerts",
      "get_five_day_risk",
      "plan_shipment",
      "track_package",
    ]);
  });

  it("keep the token budget of a list (DESIGN 10)", () => {
    const seen = tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
    }));
    // As it goes over the wire, titles and hints too.
    const all = tools.map((tool, index) => {
      const { title, annotations } = tool;
      return { ...seen[index], title, annotations, outputSchema: outputSchema(tool) };
    });
    expect(countTokens(JSON.stringify(seen))).toBeLessThanOrEqual(1_400);
    expect(countTokens(JSON.stringify(all))).toBeLessThanOrEqual(2_200);
  });

  it.each(tools)("$name has plain schemas with an object at the root", (tool) => {
    for (const schema of [inputSchema(tool), outputSchema(tool)]) {
      expect(schema.type).toBe("object");
      expect(JSON.stringify(schema)).not.toMatch(/\$(ref|schema|defs)/);
      expect(schema.anyOf ?? schema.oneOf).toBeUndefined();
    }
    expect(inputSchema(tool).additionalProperties).toBe(false);
  });

  it.each(tools)("$name says what it bills and when to use another", ({ description }) => {
    expect(description).toMatch(/bills? 1 request/i);
  });

  it("are read-only but for the one that creates a plan", () => {
    const hints = tools.map(({ annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
      readOnlyHint,
      destructiveHint,
      idempotentHint,
    ]);
    const reading = [true, false, true];
    expect(hints).toEqual([reading, reading, [false, false, false], reading]);
  });

  it.each(tools)("$name has an example for every parameter", (tool) => {
    for (const name of Object.keys(tool.input.shape)) expect(tool.examples).toHaveProperty([name]);
  });
});
