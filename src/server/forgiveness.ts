import { parseJson } from "../domain/json.ts";
import { fits, type JsonSchema, jsonKindOf } from "./json-schema.ts";

/** A plain decimal number, as people and models write it into a string. */
const DECIMAL = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/**
 * Coerces what is certain, following `schema` (G-arguments): trims blanks, reads a number sent as a string and an
 * object or array sent as JSON, takes one item for a list of one, and digits sent as a number for their text. The rest
 * stays as it is, for the tool's own schema to judge. Pure, idempotent, never throws on JSON values.
 */
export function forgive(schema: JsonSchema, value: unknown): unknown {
  const { type, anyOf, items = {}, properties = {} } = schema;
  if (anyOf !== undefined) return forgiveUnion(anyOf, value);
  switch (type) {
    case "string":
      return forgiveString(value);
    case "number":
    case "integer":
      return forgiveNumber(value);
    case "array": {
      const list = jsonWithin(value, "[") ?? (typeof value === "string" || typeof value === "number" ? [value] : value);
      return Array.isArray(list) ? list.map((item) => forgive(items, item)) : value;
    }
    case "object": {
      const object = jsonWithin(value, "{") ?? value;
      if (jsonKindOf(object) !== "object") return value;
      // Unknown members, of which a body may hold thousands, stay untouched. No key can reach the prototype.
      const known = Object.entries(properties).filter(([key]) => Object.hasOwn(object as object, key));
      const forgiven = known.map(([key, part]) => [key, forgive(part, Reflect.get(object as object, key))]);
      return { ...(object as object), ...Object.fromEntries(forgiven) };
    }
    default:
      return value;
  }
}

/** JSON text of an object counts as an object wherever one may stand. Else the first branch that fits decides. */
function forgiveUnion(branches: readonly JsonSchema[], value: unknown): unknown {
  const fitting = branches.flatMap((branch) => {
    const reading = forgive(branch, value);
    return fits(branch, reading) ? [reading] : [];
  });
  return [...fitting.filter((reading) => jsonKindOf(reading) === "object"), ...fitting, value][0];
}

function forgiveString(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  // A number gives exact digits only while it is a safe integer.
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
