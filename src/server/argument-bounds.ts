import { cleanText, quote } from "../domain/clean.ts";
import type { ArgumentProblem } from "../domain/failure.ts";
import { pathText } from "./argument-problems.ts";
import { type JsonSchema, jsonKindOf } from "./json-schema.ts";

/** The longest text and list where the schema sets no bound of its own. */
const MAX_ARGUMENT_CHARS = 200;
const MAX_ITEMS = 100;
/** The most characters of a text that a problem repeats. */
const MAX_QUOTED_CHARS = 40;

/**
 * The texts and lists that are longer than `schema` allows: `maxLength` and `maxItems`, else 200 characters and 100 items.
 * A tool's own schema reads what it checks, so it must not meet a text without a bound. Pure; never throws on JSON values.
 */
export function boundProblems(
  schema: JsonSchema,
  value: unknown,
  path: readonly PropertyKey[] = [],
  definitions = schema.$defs ?? {},
): readonly ArgumentProblem[] {
  const { $ref, anyOf, items = {}, properties = {}, maxLength = MAX_ARGUMENT_CHARS, maxItems = MAX_ITEMS } = schema;
  const inside = (part: JsonSchema, member: unknown, ...key: PropertyKey[]): readonly ArgumentProblem[] =>
    boundProblems(part, member, [...path, ...key], definitions);
  if ($ref !== undefined) return inside(definitions[$ref.replace("#/$defs/", "")] ?? {}, value);
  if (anyOf !== undefined) {
    const problems = anyOf.filter((branch) => isForm(branch, value)).map((branch) => inside(branch, value));
    return problems.find((each) => each.length === 0) ?? problems[0] ?? [];
  }
  if (typeof value === "string" && schema.type === "string" && value.length > maxLength) {
    const message = `${quote(cleanText(value, MAX_QUOTED_CHARS))} should have at most ${maxLength} characters`;
    return [{ parameter: pathText(path), message }];
  }
  if (Array.isArray(value)) {
    if (value.length <= maxItems) return value.flatMap((item, index) => inside(items, item, index));
    return [{ parameter: pathText(path), message: `should have at most ${maxItems} items, not ${value.length}` }];
  }
  if (jsonKindOf(value) !== "object") return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    return Object.hasOwn(value as object, name) ? inside(part, Reflect.get(value as object, name), name) : [];
  });
}

/** True where `branch` may take a value of this JSON type. A reference may take any. */
function isForm({ type }: JsonSchema, value: unknown): boolean {
  return type === undefined || type === jsonKindOf(value) || (type === "integer" && typeof value === "number");
}
