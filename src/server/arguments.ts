import type { z } from "zod";
import type { Result } from "../api/failure.ts";
import { failed, success } from "../api/failure.ts";
import type { Tool } from "../tools/tool.ts";
import { type Asked, problemsOf } from "./argument-problems.ts";
import { forgive } from "./forgiveness.ts";
import { type JsonSchema, jsonKindOf, jsonSchemaOf } from "./json-schema.ts";

/** A tool's arguments, coerced where certain and checked. Else every problem, with value and correction. */
export function readArguments(
  tool: Tool,
  schema: JsonSchema,
  sent: unknown,
  nowMs: number,
): Result<Record<string, unknown>> {
  const args = forgive({ type: "object" }, sent ?? {});
  if (jsonKindOf(args) !== "object") {
    const problem = { parameter: "arguments", message: "should be an object of named parameters" };
    return failed({ kind: "invalid_arguments", problems: [problem] });
  }
  const named = forgive(schema, withoutAliases(tool, args as Record<string, unknown>));
  return check(tool.input, { tool: tool.name, schema, root: named, nowMs });
}

/** Reads a value of the configuration by a parameter's rules. Problems do not quote the value: they reach the log. */
export function readParameter<T>(type: z.ZodType<T>, sent: unknown): Result<T> {
  const schema = jsonSchemaOf(type);
  return check(type, { schema, root: forgive(schema, sent), isSecret: true });
}

function check<T>(type: z.ZodType<T>, asked: Asked): Result<T> {
  const parsed = type.safeParse(asked.root);
  if (parsed.success) return success(parsed.data);
  return failed({ kind: "invalid_arguments", problems: problemsOf(parsed.error.issues, asked) });
}

/** Renames aliases, and joins the values of several names of one list. */
function withoutAliases({ aliases = {} }: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const named = new Map(Object.entries(args));
  for (const [alias, parameter] of Object.entries(aliases)) {
    if (!named.has(alias)) continue;
    const values = [named.get(parameter), named.get(alias)].flatMap((value) => forgive({ type: "array" }, value) ?? []);
    named.delete(alias);
    named.set(parameter, values);
  }
  return Object.fromEntries(named);
}
