import type { JsonSchema } from "./arguments/input-schema.ts";

/** The least number to advertise where the tool's own schema asks for more than zero. */
const SMALLEST = 0.01;

/** The keywords that every host passes on, in the order in which they are advertised. */
const KEYWORDS =
  "type description properties required items enum minimum maximum minItems maxItems additionalProperties".split(" ");

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
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, portableSchema(member)] as const);
  const told: JsonSchema = {
    ...own,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: portableSchema(items) }),
    ...(exclusiveMinimum !== undefined && { minimum: SMALLEST }),
  };
  return Object.fromEntries(KEYWORDS.flatMap((name) => (told[name] === undefined ? [] : [[name, told[name]]])));
}
