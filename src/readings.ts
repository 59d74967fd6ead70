import type { ConfigProblem } from "./api/failure.ts";
import { type Environment, textOf } from "./environment.ts";
import type { ToolEntry } from "./tool-list.ts";
import { ROWS, VARIABLES, type Values, type Variable, type VariableName } from "./variables.ts";

/** Reports a problem and the tools that it blocks. */
export interface Finding {
  readonly problem: ConfigProblem;
  blocks(tool: ToolEntry): boolean;
}

/** Reads every variable. */
export function readValues(env: Environment): Values {
  return Object.fromEntries(ROWS.map(([name, row]) => [name, read(env, name, row) ?? row.fallback])) as Values;
}

/** Checks the variables of `coldroute http`, or all others. The offered tools decide which ones are required. */
export function findProblems(env: Environment, offered: readonly ToolEntry[], isHttp: boolean): readonly Finding[] {
  return ROWS.filter(([, { kind }]) => (kind === "http") === isHttp).flatMap(([name, row]) => {
    const { kind, reader, holds, tools } = row;
    const isGood = isSet(env, name) ? read(env, name, row) !== undefined : kind !== "required" || !offered.some(tools);
    if (isGood) return [];
    const bad = { variable: name, message: `should hold ${reader.should}: ${holds}` };
    return [{ problem: isSet(env, name) ? bad : missing(name), blocks: tools }];
  });
}

/** The problem of a required variable that is not set. */
export function missing(variable: VariableName): ConfigProblem {
  return { variable, message: `is not set; it should hold ${VARIABLES[variable].holds}` };
}

/** Whether a variable has a text that is not blank. */
export function isSet(env: Environment, name: VariableName): boolean {
  return textOf(env, name) !== undefined;
}

/** The COLDROUTE_ variables without a row: misspelt, or of a later version. Never their values. */
export function unknownVariables(env: Environment): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("COLDROUTE_") && !Object.hasOwn(VARIABLES, name) && env[name] !== undefined)
    .sort();
}

function read(env: Environment, name: VariableName, { reader }: Variable): unknown {
  const text = textOf(env, name);
  return text === undefined ? undefined : reader.read(text, env[name] ?? "");
}
