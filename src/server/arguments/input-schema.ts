import { z } from "zod";

/** The keywords of JSON Schema 2020-12 that zod writes and this server reads, and our own for refusals. */
export interface JsonSchema {
  readonly unit?: "inches" | "pounds";
  readonly holds?: "date" | "deadline" | "forecast date";
  /** The parameter that takes several such values. */
  readonly several?: string;
  /** Names that callers use instead of the right one. */
  readonly synonyms?: readonly string[];
  /** Advice by names that no parameter has. */
  readonly instead?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly [keyword: string]: unknown;
}

/** The names and indices that lead to a value inside the arguments. */
export type Path = readonly PropertyKey[];

/** A path in words: `destination.zipCode`, and `locations` for an item of it, since blank items are not counted. */
export function pathText(path: Path): string {
  return path.filter((key) => typeof key !== "number").join(".") || "arguments";
}

export function jsonKindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function fits({ type }: JsonSchema, value: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : type === undefined || type === jsonKindOf(value);
}

/** The schema of the value at `path`; of a union's branches, the first that has such a part. */
export function partAt(schema: JsonSchema, path: Path): JsonSchema | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const part = typeof key === "number" ? schema.items : schema.properties?.[String(key)];
  if (part !== undefined) return partAt(part, rest);
  const parts = schema.anyOf?.map((branch) => partAt(branch, path));
  return parts?.find((match) => match !== undefined);
}

export function valueAt(args: unknown, path: Path): unknown {
  let value = args;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

/** JSON Schemas are slow to make. */
const inputSchemas = new WeakMap<z.ZodType, JsonSchema>();

export function inputSchema(schema: z.ZodType): JsonSchema {
  const made = inputSchemas.get(schema) ?? (z.toJSONSchema(schema, { io: "input" }) as JsonSchema);
  inputSchemas.set(schema, made);
  return made;
}
