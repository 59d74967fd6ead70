import type { JsonSchema } from "./json-schema.ts";

/** A plain decimal number, as people and models write one into a string. */
const DECIMAL = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/**
 * `value` with what is certain put right, following `schema` (DESIGN 3, arguments): surrounding blanks go, a number
 * sent as a string and an object or array sent as JSON are read, one item stands for a list of one, and a whole number
 * for the text of its digits. Everything else stays as it is, for the tool's own schema to judge. Pure, idempotent,
 * never throws on JSON values.
 */
export function forgive(schema: JsonSchema, value: unknown): unknown {
  return read(schema, value, schema.$defs ?? {});
}

type Definitions = Readonly<Record<string, JsonSchema>>;

function read(schema: JsonSchema, value: unknown, definitions: Definitions): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(/^#\/\$defs\//, "");
    const target = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return target === undefined ? value : read(target, value, definitions);
  }
  const branches = branchesOf(schema);
  if (branches !== undefined) return readUnion(branches, value, definitions);
  switch (schema.type) {
    case "string":
      return readString(value);
    case "number":
    case "integer":
      return readNumber(value);
    case "array":
      return readArray(schema, value, definitions);
    case "object":
      return readObject(schema, value, definitions);
    default:
      return value;
  }
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }));
  return schema.anyOf ?? schema.oneOf;
}

/** An object sent as JSON is one wherever an object may stand; else the first branch whose kind the value has, or gets. */
function readUnion(branches: readonly JsonSchema[], value: unknown, definitions: Definitions): unknown {
  const readings = branches.map((branch) => read(branch, value, definitions));
  const object = readings.find((reading, index) => isObject(reading) && fits(branches[index], reading));
  if (object !== undefined) return object;
  const same = readings.find((reading, index) => kindOf(value) === kindOf(reading) && fits(branches[index], reading));
  if (same !== undefined) return same;
  const changed = readings.find((reading, index) => fits(branches[index], reading));
  return changed === undefined ? value : changed;
}

function fits(branch: JsonSchema | undefined, value: unknown): boolean {
  if (branch === undefined) return false;
  if (branch.type === "integer") return Number.isInteger(value);
  return branch.type === undefined || branch.type === kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "object";
}

function readString(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  // Digits sent as a number: exact only while the number is.
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : value;
}

function readNumber(value: unknown): unknown {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return value;
  const number = Number(value.trim());
  return Number.isFinite(number) ? number : value;
}

function readArray(schema: JsonSchema, value: unknown, definitions: Definitions): unknown {
  const items = Array.isArray(value) ? value : listOf(value);
  if (items === undefined) return value;
  const { items: itemSchema } = schema;
  return itemSchema === undefined ? items : items.map((item) => read(itemSchema, item, definitions));
}

function listOf(value: unknown): readonly unknown[] | undefined {
  const parsed = parseJson(value, "[");
  if (Array.isArray(parsed)) return parsed as readonly unknown[];
  return typeof value === "string" || typeof value === "number" ? [value] : undefined;
}

function readObject(schema: JsonSchema, value: unknown, definitions: Definitions): unknown {
  const object = isObject(value) ? value : parseJson(value, "{");
  if (!isObject(object)) return value;
  const { properties = {}, additionalProperties } = schema;
  // From entries, so that a key such as __proto__ stays a key.
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => {
      const memberSchema = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      return [key, typeof memberSchema === "object" ? read(memberSchema, member, definitions) : member];
    }),
  );
}

function parseJson(value: unknown, opening: "{" | "["): unknown {
  if (typeof value !== "string" || !value.trimStart().startsWith(opening)) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
