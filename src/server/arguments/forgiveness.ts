import { cleanText, quote } from "../../domain/clean.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { parseJson, recordOf } from "../../domain/record.ts";
import { fits, type JsonSchema } from "./input-schema.ts";
import { pathText } from "./problems.ts";

const DECIMAL = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** Default bounds: the characters of a text, and the items of a list or members of an object. */
const MAX_ARGUMENT_CHARS = 200;
const MAX_ITEMS = 100;
/** The most characters of a text that a problem quotes. */
const MAX_QUOTED_CHARS = 40;

/**
 * Coerces values whose meaning is certain under `schema` (G-arguments). The tool's own schema judges the rest, but must
 * not read a text, list or object beyond its bound: `tooLong` receives a problem for each. Idempotent.
 */
export function forgive(
  schema: JsonSchema,
  value: unknown,
  tooLong: ArgumentProblem[] = [],
  path: readonly PropertyKey[] = [],
): unknown {
  const { type, anyOf, items = {}, properties = {}, required = [] } = schema;
  const { maxLength = MAX_ARGUMENT_CHARS, maxItems = MAX_ITEMS } = schema;
  if (anyOf !== undefined) {
    // If the schema accepts an object, JSON text of an object means that object.
    const fitting = anyOf.filter((branch) => fits(branch, forgive(branch, value)));
    const meant = fitting.find((branch) => branch.type === "object") ?? fitting[0];
    return meant === undefined ? value : forgive(meant, value, tooLong, path);
  }
  switch (type) {
    case "string": {
      const text = forgiveString(value);
      if (typeof text !== "string" || text.length <= maxLength) return text;
      const message = `${quote(cleanText(text, MAX_QUOTED_CHARS))} should have at most ${maxLength} characters`;
      tooLong.push({ parameter: pathText(path), message });
      return text;
    }
    case "number":
    case "integer":
      return forgiveNumber(value);
    case "array": {
      const list = jsonWithin(value, "[") ?? (typeof value === "string" || typeof value === "number" ? [value] : value);
      if (!Array.isArray(list)) return value;
      const told = list.filter((item) => !isAbsent(items, item));
      if (told.length <= maxItems) return told.map((item, index) => forgive(items, item, tooLong, [...path, index]));
      tooLong.push({ parameter: pathText(path), message: `should have at most ${maxItems} items, not ${told.length}` });
      return list;
    }
    case "object": {
      const members = recordOf(jsonWithin(value, "{") ?? value);
      if (members === undefined) return value;
      const count = Object.keys(members).length;
      if (count > MAX_ITEMS) {
        tooLong.push({ parameter: pathText(path), message: `should have at most ${MAX_ITEMS} members, not ${count}` });
        return members;
      }
      // Only own members that the schema names are coerced, so no key can reach the prototype.
      const forgiven: Record<string, unknown> = { ...members };
      for (const [key, part] of Object.entries(properties)) {
        if (!Object.hasOwn(members, key)) continue;
        forgiven[key] = forgive(part, members[key], tooLong, [...path, key]);
        const isUnused = !required.includes(key) && forgiven[key] === 0 && part.exclusiveMinimum === 0;
        if (isUnused || isAbsent(part, members[key]) || isAbsent(part, forgiven[key])) delete forgiven[key];
      }
      return forgiven;
    }
    default:
      return value;
  }
}

/** True for a value with which some callers fill in a parameter that they leave out. */
function isAbsent({ type, minimum = 0 }: JsonSchema, value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value === "object") return value === null || Object.keys(value).length === 0;
  return value === 0 && type === "integer" && minimum > 0;
}

function forgiveString(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  // Beyond safe integers, a number no longer has the digits that the caller wrote.
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : value;
}

function forgiveNumber(value: unknown): unknown {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return value;
  const number = Number(value.trim());
  return Number.isFinite(number) ? number : value;
}

function jsonWithin(value: unknown, opening: "{" | "["): unknown {
  return typeof value === "string" && value.trimStart().startsWith(opening) ? parseJson(value) : undefined;
}
