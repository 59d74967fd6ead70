import type { z } from "zod";
import type { ArgumentProblem, Result } from "../api/failure.ts";
import { failed, success } from "../api/failure.ts";
import { cleanText } from "../domain/clean.ts";
import type { Tool } from "../tools/tool.ts";
import { forgive } from "./forgiveness.ts";
import { issueText } from "./issue-text.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** How many problems one refusal names. */
const MAX_PROBLEMS = 10;
/** How much of an unknown parameter's name is repeated. */
const MAX_NAME_CHARS = 40;

/**
 * A tool's arguments, forgiven and checked (DESIGN 3, arguments), or every problem with its parameter's dotted path. `schema` is the tool's advertised input schema; absent arguments are none.
 */
export function readArguments(tool: Tool, schema: JsonSchema, sent: unknown): Result<Record<string, unknown>> {
  const args = forgive({ type: "object" }, sent ?? {});
  if (!isRecord(args)) return refuse([{ parameter: "arguments", message: "should be an object of named parameters" }]);
  const { named, conflicts } = applyAliases(tool, schema, args);
  const isKnown = (key: string): boolean => Object.hasOwn(tool.input.shape, key);
  const strangers = Object.keys(named).filter((key) => !isKnown(key));
  const known = Object.fromEntries(Object.entries(named).filter(([key]) => isKnown(key)));
  const parsed = tool.input.safeParse(forgive(schema, known), { error: issueText });
  const problems = [
    ...strangers.slice(0, MAX_PROBLEMS).map((key) => unknownParameter(tool, key)),
    ...conflicts,
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue))),
  ];
  const unnamed = Math.max(0, strangers.length - MAX_PROBLEMS);
  return parsed.success && problems.length === 0 ? success(parsed.data) : refuse(problems, unnamed);
}

/** One value from elsewhere than a call, such as the configuration, read by the same rules as the parameter `name`. */
export function readParameter(name: string, schema: z.ZodType, sent: unknown): Result<unknown> {
  const parsed = schema.safeParse(forgive(jsonSchemaOf(schema), sent), { error: issueText });
  return parsed.success
    ? success(parsed.data)
    : refuse(parsed.error.issues.flatMap((issue) => problemsOf(issue, [name])));
}

/** @param unnamed How many problems there are besides `problems`. */
function refuse(problems: readonly ArgumentProblem[], unnamed = 0): Result<never> {
  const more = problems.length + unnamed - MAX_PROBLEMS;
  if (more <= 0) return failed({ kind: "invalid_arguments", problems });
  const rest = { parameter: "arguments", message: `have ${more} more problems` };
  return failed({ kind: "invalid_arguments", problems: [...problems.slice(0, MAX_PROBLEMS), rest] });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Aliases renamed. One that says something else than its parameter, or than another alias, is a conflict. */
function applyAliases(tool: Tool, schema: JsonSchema, args: Record<string, unknown>) {
  const named = new Map(Object.entries(args));
  const conflicts: ArgumentProblem[] = [];
  for (const [alias, parameter] of Object.entries(tool.aliases ?? {})) {
    if (!named.has(alias)) continue;
    const value = named.get(alias);
    named.delete(alias);
    if (named.has(parameter) && !sameMeaning(schema, parameter, value, named.get(parameter))) {
      conflicts.push({ parameter: alias, message: `says something else than ${parameter}; give ${parameter} alone` });
    } else if (!named.has(parameter)) named.set(parameter, value);
  }
  return { named: Object.fromEntries(named), conflicts };
}

function sameMeaning(schema: JsonSchema, parameter: string, one: unknown, other: unknown): boolean {
  const meaning = (value: unknown): string => JSON.stringify(forgive(schema.properties?.[parameter] ?? {}, value));
  try {
    return meaning(one) === meaning(other);
  } catch {
    // Nested deeper than the stack reaches: no argument of any tool.
    return false;
  }
}

function unknownParameter(tool: Tool, key: string): ArgumentProblem {
  const name = cleanText(key, MAX_NAME_CHARS);
  return {
    parameter: name,
    message: `is no parameter of ${tool.name}, which has ${Object.keys(tool.input.shape).join(", ")}${exampleText(tool)}`,
  };
}

/** An example of the first parameter that has one: what a caller with a name of his own most likely meant. */
function exampleText({ input, examples }: Tool): string {
  const name = Object.keys(input.shape).find((key) => Object.hasOwn(examples, key));
  return name === undefined ? "" : ` (a good value: ${name}: ${examples[name]})`;
}

/** One zod issue as problems: the keys of unknown members each, and of a union the branch that was probably meant. */
function problemsOf(issue: z.core.$ZodIssue, at: readonly PropertyKey[] = []): ArgumentProblem[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      parameter: pathText([...path, cleanText(key, MAX_NAME_CHARS)]),
      message: "is not known here",
    }));
  }
  if (issue.code === "invalid_union") {
    const meant = issue.errors.find(
      (issues) => issues.length > 0 && issues.every((one) => one.path.length > 0 || one.code !== "invalid_type"),
    );
    if (meant !== undefined) return meant.flatMap((one) => problemsOf(one, path));
  }
  return [{ parameter: pathText(path), message: issue.message }];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "arguments" : path.map(String).join(".");
}
