import { z } from "zod";
import { sourceSchema } from "../tools/answer/source.ts";
import type { Tool } from "../tools/tool.ts";
import { inputSchema, type JsonSchema } from "./arguments/input-schema.ts";
import { viewOf } from "./view.ts";

/** An entry of `tools/list`. */
export type ToolListing = ReturnType<typeof listing>;

/** The longest answer that Claude Code grants a tool, in characters. Its default limit is 25,000 tokens. */
const MOST_CHARS = { "anthropic/maxResultSizeChars": 500_000 } as const;

/** Advertised where the tool's own schema asks for more than zero. */
const SMALLEST = 0.01;

/** The keywords that every host passes on, in the order in which they are advertised. */
const KEYWORDS =
  "type description properties required items enum minimum maximum minItems maxItems additionalProperties".split(" ");

export function listing(tool: Tool, offersViews: boolean) {
  const { name, title, description, creates, input, output, chart, isLong } = tool;
  const view = offersViews && chart !== undefined ? { ui: { resourceUri: viewOf(chart).uri } } : undefined;
  const answer = z.looseObject({
    answer: z.string(),
    source: sourceSchema,
    warning: z.string().optional(),
    ...output.shape,
    notes: z.array(z.string()),
  });
  return {
    name,
    title,
    description,
    // A tool that creates adds something at each call. No tool deletes or overwrites.
    annotations: { readOnlyHint: !creates, destructiveHint: false, idempotentHint: !creates, openWorldHint: true },
    inputSchema: portableSchema(inputSchema(input)),
    outputSchema: outputSchema(answer),
    ...((view ?? isLong) && { _meta: { ...view, ...(isLong && MOST_CHARS) } }),
  };
}

/**
 * Omits dispensable keywords, which cost tokens, and `$schema`, which makes SDK clients 1.13–1.20 skip validation. A
 * member that may be null has two types instead of a union, which is shorter.
 */
function outputSchema(type: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: "output",
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
      delete jsonSchema.required;
      delete jsonSchema.readOnly;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      const [member, other] = jsonSchema.anyOf ?? [];
      if (member === undefined || other?.type !== "null") return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, member, { type: [member.type, "null"] });
    },
  });
  return schema as JsonSchema;
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}

/**
 * The form of an input schema that every host passes on to its model: no reference, union, null type, constant,
 * default or exclusive bound, and one type for each value. A union is advertised as its object, if it has one. The
 * server still accepts what the tool's own schema accepts. Descriptions repeat bounds and defaults, which some hosts drop.
 */
function portableSchema(schema: JsonSchema): JsonSchema {
  const { anyOf = [], properties, items, exclusiveMinimum, ...keywords } = schema;
  const [first] = anyOf;
  if (first !== undefined) {
    const { description } = schema;
    const member = anyOf.find(({ type }) => type === "object") ?? first;
    return portableSchema({ ...member, ...(description !== undefined && { description }) });
  }
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, portableSchema(member)] as const);
  const portable: JsonSchema = {
    ...keywords,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: portableSchema(items) }),
    ...(exclusiveMinimum !== undefined && { minimum: SMALLEST }),
  };
  return Object.fromEntries(KEYWORDS.flatMap((name) => (portable[name] === undefined ? [] : [[name, portable[name]]])));
}
