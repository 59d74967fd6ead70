import type { z } from "zod";
import { type ArgumentProblem, failed, type Result, success } from "../../domain/failure.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import type { ArgumentContext, Tool } from "../../tools/tool.ts";
import { todayAt } from "./date-words.ts";
import { forgive } from "./forgiveness.ts";
import { inputSchema } from "./input-schema.ts";
import { problemsOf } from "./problems.ts";

/** Parameters that hosts add to every call, each with its source. They are dropped without a word. */
const HOST_PARAMETERS: ReadonlySet<string> = new Set([
  // Gemini CLI tells its model to send it with every tool (seen with 0.61; README of Perseusxrltd/mnemion).
  "wait_for_previous",
  // n8n's MCP Client Tool sends it (n8n-io/n8n issues 21500 and 21716).
  "toolCallId",
]);

/** Coerces and checks a tool's arguments. The failure lists problems, with each value and its correction if certain. */
export function readArguments(tool: Tool, sent: unknown, context: ArgumentContext): Result<Record<string, unknown>> {
  const members = recordOf(typeof sent === "string" ? forgive({ type: "object" }, sent) : (sent ?? {}));
  if (members === undefined) {
    const problem = { parameter: "arguments", message: "should be an object of named parameters" };
    return failed({ kind: "invalid_arguments", problems: [problem] });
  }
  const args = Object.fromEntries(Object.entries(members).filter(([name]) => !HOST_PARAMETERS.has(name)));
  const schema = inputSchema(tool.input);
  const tooLong: ArgumentProblem[] = [];
  const named = forgive(schema, withoutAliases(tool, args), tooLong);
  if (tooLong.length > 0) return failed({ kind: "invalid_arguments", problems: tooLong });
  const parsed = tool.input.safeParse(named);
  const checked = recordOf(named) ?? {};
  const accepted = parsed.success ? parsed.data : acceptedOf(tool, checked);
  const { nowMs } = context;
  const call = { tool: tool.name, todays: todayAt(originOf(tool, accepted, context), nowMs), nowMs };
  const refused = parsed.success ? [] : problemsOf(parsed.error.issues, { call, schema, root: named });
  const isRefused = (name: string): boolean => Object.hasOwn(checked, name) && !Object.hasOwn(accepted, name);
  const objections = tool.objections?.(accepted, context) ?? [];
  const problems = [...refused, ...objections.filter(({ parameter = "" }) => !isRefused(parameter))];
  return problems.length === 0 ? success(accepted) : failed({ kind: "invalid_arguments", problems });
}

/** The ZIP by whose clock a caller means "tomorrow". Undefined for a tool that takes no origin, or if it is not known. */
function originOf({ input }: Tool, accepted: JsonRecord, { settings }: ArgumentContext): string | undefined {
  const origin = recordOf(accepted["origin"] ?? settings.originAddress);
  return Object.hasOwn(input.shape, "origin") ? textOf(origin?.["zipCode"]) : undefined;
}

/** The arguments that are right by themselves. */
function acceptedOf({ input }: Tool, members: JsonRecord): JsonRecord {
  const read = Object.entries<z.ZodType>(input.shape).map(
    ([name, part]) => [name, part.safeParse(members[name])] as const,
  );
  return Object.fromEntries(read.flatMap(([name, { success: isRight, data }]) => (isRight ? [[name, data]] : [])));
}

/** Renames aliases. If a caller used several names of one list, joins their values. */
function withoutAliases({ aliases = {} }: Tool, args: JsonRecord): JsonRecord {
  const used = Object.entries(aliases).filter(([alias]) => Object.hasOwn(args, alias));
  if (used.length === 0) return args;
  const named = new Map(Object.entries(args));
  for (const [alias, parameter] of used) {
    const values = [named.get(parameter), named.get(alias)].flatMap((value) => forgive({ type: "array" }, value) ?? []);
    named.delete(alias);
    named.set(parameter, values);
  }
  return Object.fromEntries(named);
}
