import type { JsonSchema } from "./arguments/input-schema.ts";

/** The least number to advertise where the tool's own schema asks for more than zero. */
const SMALLEST = 0.01;

/**
 * The form of an input schema that every host passes on to its model: no reference, union, null type, constant,
 * default or exclusive bound, and one type for each value. A union is advertised as its object, if it has one. The
 * server still accepts what the tool's own schema accepts. Descriptions repeat bounds and defaults, which some hosts drop.
 */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const { anyOf = [], properties, items, exclusiveMinimum, ...own } = schema;
  const [first] = anyOf;
  if (first !== undefined) {
    const { description } = schema;
    const meant = anyOf.find(({ type }) => type === "object") ?? first;
    return portableSchema({ ...meant, ...(description !== undefined && { description }) });
  }
  const { type, description, required, minimum, maximum, minItems, maxItems, additionalProperties } = own;
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, portableSchema(member)] as const);
  const kept = {
    type,
    description,
    properties: properties && Object.fromEntries(members),
    required,
    items: items && portableSchema(items),
    enum: own["enum"],
    minimum: minimum ?? (exclusiveMinimum === undefined ? undefined : SMALLEST),
    maximum,
    minItems,
    maxItems,
    additionalProperties,
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}
