import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, test } from "vitest";
import { listing } from "../../src/server/listing.ts";
import { tools } from "../../src/server/tools.ts";

/** The error that the SDK's JSON Schema 2020-12 validator finds in a schema, if any. */
function objectionTo(schema: object): unknown {
  try {
    new AjvJsonSchemaValidator().getValidator({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("JSON Schema 2020-12, the dialect of every protocol version", () => {
  test.each(tools)("accepts the schemas of $name", (tool) => {
    const { inputSchema, outputSchema } = listing(tool, false);
    expect(objectionTo(inputSchema)).toBeUndefined();
    expect(objectionTo(outputSchema)).toBeUndefined();
  });

  test("rejects an earlier draft's list of item schemas", () => {
    expect(objectionTo({ type: "object", properties: { pair: { items: [{ type: "string" }] } } })).toBeDefined();
  });
});
