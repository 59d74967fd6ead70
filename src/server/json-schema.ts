import { z } from "zod";
import { sourceSchema } from "../tools/answer/source.ts";
import type { Tool } from "../tools/tool.ts";

/** The part of JSON Schema 2020-12 that zod writes and this server reads. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly [keyword: string]: unknown;
}

/** The JSON type of a value. `typeof` knows neither `array` nor `null`. */
export function jsonKindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A tool's input as advertised: no `$schema` (SDK clients 1.13–1.20 skip validation when they see one), root closed. */
export function inputSchema(tool: Tool): JsonSchema {
  return { ...jsonSchemaOf(tool.input), additionalProperties: false };
}

/** The same without the bounds of texts: every listing costs tokens, and a refusal names its bound. */
export function listedInput(schema: JsonSchema): JsonSchema {
  const kept = (key: string, value: unknown): unknown => (key === "maxLength" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, kept)) as JsonSchema;
}

/** The arguments that `schema` takes, as JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json as JsonSchema;
}

/** A tool's output as advertised, without the defaults of JSON Schema: every listing costs tokens. */
export function outputSchema({ output, product }: Tool): JsonSchema {
  const source = product === null ? {} : { source: sourceSchema };
  const members = { answer: z.string(), ...source, ...output.shape, notes: z.array(z.string()) };
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(members), {
    io: "output",
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  return schema as JsonSchema;
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}
