import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/server/arguments/input-schema.ts";
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

test.each(tools)("JSON Schema 2020-12, the dialect of every protocol version, accepts the schemas of $name", (tool) => {
  const { inputSchema, outputSchema } = listing(tool, false);
  expect(objectionTo(inputSchema)).toBeUndefined();
  expect(objectionTo(outputSchema)).toBeUndefined();
});

/** The keywords that every host and provider passes on (docs/hosts.md). */
const PORTABLE = ["type", "description", "properties", "required", "items", "enum"];
const BOUNDS = ["minimum", "maximum", "minItems", "maxItems", "additionalProperties"];

/** Each schema within `schema`, itself first, with its path. */
function schemasIn(schema: JsonSchema, path: string): (readonly [string, JsonSchema])[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => schemasIn(part, `${path}.${name}`));
  return [[path, schema], ...members, ...(schema.items ? schemasIn(schema.items, `${path}[]`) : [])];
}

test.each(tools)("the input schema of $name is portable: no other keyword, and a type for each value", (tool) => {
  const schemas = schemasIn(listing(tool, false).inputSchema, tool.name);
  expect(schemas.length).toBeGreaterThan(4);
  const keywords = schemas.flatMap(([path, schema]) => Object.keys(schema).map((keyword) => `${path} ${keyword}`));
  const isPortable = (each: string): boolean => [...PORTABLE, ...BOUNDS].includes(each.split(" ").at(-1) ?? "");
  expect(keywords.filter((each) => !isPortable(each))).toEqual([]);
  for (const [path, { type }] of schemas) expect([path, typeof type]).toEqual([path, "string"]);
});

test.each(tools)("the output schema of $name names the members of its rows, and is open to more", (tool) => {
  const { outputSchema } = listing(tool, false);
  const rows = schemasIn(outputSchema, tool.name).filter(
    ([path, { type }]) => path.endsWith("[]") && type === "object",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const [path, { properties, description }] of rows)
    expect([path, properties ?? description]).not.toContain(undefined);
  const answer = schemasIn(outputSchema, tool.name).map(([path, { type }]) => [path, type] as const);
  // The specification does not show the types of these (service.md 2.1, 2.2).
  const open = /\.(?:horizon|zip|temperatureLevel)$/;
  expect(answer.filter(([path, type]) => type === undefined && !open.test(path))).toEqual([]);
  const closed = schemasIn(outputSchema, tool.name).filter(([, schema]) => schema["additionalProperties"] === false);
  expect(closed).toEqual([]);
});

test.each(["origin", "destination"])("%s is an Address, spelt out, with all fields of service.md 2.3", (name) => {
  const plan = tools.find((each) => each.name === "plan_shipment");
  const { properties = {} } = plan === undefined ? {} : listing(plan, false).inputSchema;
  const fields = "zipCode line1 line2 city state country name company phone email isResidential";
  expect(Object.keys(properties[name]?.properties ?? {}).join(" ")).toBe(fields);
});

test("Claude Code is told that answers of packages and of risk may be long, beside the link to the view", () => {
  const long = { "anthropic/maxResultSizeChars": 500_000 };
  for (const tool of tools) {
    const isLong = ["get_five_day_risk", "track_package"].includes(tool.name);
    expect([tool.name, listing(tool, false)._meta]).toEqual([tool.name, isLong ? long : undefined]);
    if (isLong) expect(listing(tool, true)._meta).toMatchObject({ ui: {}, ...long });
  }
});
