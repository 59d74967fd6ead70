import type { z } from "zod";
import { type ArgumentProblem, failed, type Result, success } from "../../domain/failure.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import type { ArgumentContext, Tool } from "../../tools/tool.ts";
import { todayAt } from "./date-words.ts";
import { forgive } from "./forgiveness.ts";
import { inputSchema } from "./input-schema.ts";
import { problemsOf } from "./problems.ts";

/** Coerces and checks a tool's arguments (G-arguments). */
export async function readArguments(tool: Tool, sent: unknown, context: ArgumentContext): Promise<Result<JsonRecord>> {
  const members = recordOf(typeof sent === "string" ? forgive({ type: "object" }, sent).value : (sent ?? {}));
  if (members === undefined)
    return invalid([{ parameter: "arguments", message: "should be an object of named parameters" }]);
  const named = withoutAliases(tool, withoutHostParameters(members));
  const { value: args, tooLong } = forgive(inputSchema(tool.input), named);
  // The schema must not read what is too long.
  if (tooLong.length > 0) return invalid(tooLong);
  const { success: isRight, data, error } = await tool.input.safeParseAsync(args);
  if (!isRight) return invalid(await problemsAmong(tool, recordOf(args) ?? {}, error.issues, context));
  const objections = tool.objections?.(data, context) ?? [];
  return objections.length === 0 ? success(data) : invalid(objections);
}

function invalid(problems: readonly ArgumentProblem[]) {
  return failed({ kind: "invalid_arguments", problems });
}

/** Drops the parameters that hosts add to every call. */
function withoutHostParameters({
  // Gemini CLI tells its model to send it with every tool (seen with 0.61; README of Perseusxrltd/mnemion).
  wait_for_previous: _wait,
  // n8n's MCP Client Tool sends it (n8n-io/n8n issues 21500 and 21716).
  toolCallId: _id,
  ...args
}: JsonRecord): JsonRecord {
  return args;
}

/** Renames aliases. If a caller used several names of one list, joins their values. */
function withoutAliases({ aliases = {} }: Tool, args: JsonRecord): JsonRecord {
  const used = Object.entries(aliases).filter(([alias]) => Object.hasOwn(args, alias));
  if (used.length === 0) return args;
  const named = new Map(Object.entries(args));
  for (const [alias, parameter] of used) {
    const values = [named.get(parameter), named.get(alias)].flatMap(
      (value) => forgive({ type: "array" }, value).value ?? [],
    );
    named.delete(alias);
    named.set(parameter, values);
  }
  return Object.fromEntries(named);
}

/** The problems of arguments that the schema refuses, and those that the tool finds in the others. */
async function problemsAmong(
  tool: Tool,
  args: JsonRecord,
  issues: readonly z.core.$ZodIssue[],
  context: ArgumentContext,
): Promise<readonly ArgumentProblem[]> {
  const { shape } = tool.input;
  const accepted: Record<string, unknown> = {};
  for (const [name, part] of Object.entries<z.ZodType>(shape)) {
    const { success: isRight, data } = await part.safeParseAsync(args[name]);
    if (isRight) accepted[name] = data;
  }
  // By the clock of the origin a caller means "tomorrow".
  const origin = "origin" in shape ? recordOf(accepted["origin"] ?? context.settings.originAddress) : undefined;
  const todays = todayAt(textOf(origin?.["zipCode"]), context.nowMs);
  const audience = { kind: "caller", tool: tool.name, todays } as const;
  const objections = tool.objections?.(accepted, context) ?? [];
  const isRefused = (name: string): boolean => Object.hasOwn(args, name) && !Object.hasOwn(accepted, name);
  return [
    ...problemsOf(issues, { audience, schema: inputSchema(tool.input), args }),
    ...objections.filter(({ parameter = "" }) => !isRefused(parameter)),
  ];
}
