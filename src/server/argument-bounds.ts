import { cleanText, quote } from "../domain/clean.ts";
import type { ArgumentProblem } from "../domain/failure.ts";
import { pathText } from "./argument-problems.ts";
import { fits, type JsonSchema, jsonKindOf } from "./json-schema.ts";

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
): readonly ArgumentProblem[] {
  const { anyOf, items = {}, properties = {}, maxLength = MAX_ARGUMENT_CHARS, maxItems = MAX_ITEMS } = schema;
  if (anyOf !== undefined) {
    const problems = anyOf.filter((branch) => fits(branch, value)).map((branch) => boundProblems(branch, value, path));
    return problems.find((each) => each.length === 0) ?? problems[0] ?? [];
  }
  if (typeof value === "string" && schema.type === "string" && value.length > maxLength) {
    const message = `${quote(cleanText(value, MAX_QUOTED_CHARS))} should have at most ${maxLength} characters`;
    return [{ parameter: pathText(path), message }];
  }
  if (Array.isArray(value)) {
    if (value.length <= maxItems) return value.flatMap((item, index) => boundProblems(items, item, [...path, index]));
    return [{ parameter: pathText(path), message: `should have at most ${maxItems} items, not ${value.length}` }];
  }
  if (jsonKindOf(value) !== "object") return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    return Object.hasOwn(value as object, name)
      ? boundProblems(part, Reflect.get(value as object, name), [...path, name])
      : [];
  });
}
