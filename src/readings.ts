import type { ConfigProblem } from "./api/failure.ts";
import { type Environment, type Reader, textOf } from "./environment.ts";
import type { ToolEntry } from "./tool-list.ts";
import { VARIABLES, type Variable, type VariableName } from "./variables.ts";

/** A problem and which tools it blocks. */
export interface Finding {
  readonly problem: ConfigProblem;
  blocks(tool: ToolEntry): boolean;
}

type ValueOf<V> = V extends { readonly reader: Reader<infer T> }
  ? V extends { readonly fallback: unknown }
    ? T
    : T | undefined
  : never;

/** The value of each variable. One that is not set or not good has its fallback, or none. */
export type Values = { readonly [N in VariableName]: ValueOf<(typeof VARIABLES)[N]> };

const ROWS = Object.entries(VARIABLES) as [VariableName, Variable][];

/** Reads every variable. */
export function readValues(env: Environment): Values {
  return Object.fromEntries(ROWS.map(([name, row]) => [name, read(env, name, row) ?? row.fallback])) as Values;
}

/** What is wrong with the variables of `coldroute http`, or with all others; missing ones are so for `offered` tools. */
export function findProblems(env: Environment, offered: readonly ToolEntry[], isHttp: boolean): readonly Finding[] {
  return ROWS.filter(([, row]) => (row.isHttp === true) === isHttp).flatMap(([name, row]) => {
    const isSet = isVariableSet(env, name);
    const isMissing = !isSet && row.requiredBy !== undefined && offered.some(row.requiredBy);
    if (!isMissing && (!isSet || read(env, name, row) !== undefined)) return [];
    const message = row.refusal ?? `should hold ${row.reader.should}: ${row.holds}`;
    const problem = isMissing ? missing(name) : { variable: name, message };
    return [{ problem, blocks: row.blocks ?? row.requiredBy ?? (() => true) }];
  });
}

/** The problem of a variable that is needed and not set. */
export function missing(variable: VariableName): ConfigProblem {
  const { holds, placeholder }: Variable = VARIABLES[variable];
  return {
    variable,
    message: `is not set; it should hold ${holds}${placeholder === undefined ? "" : ` (${placeholder})`}`,
  };
}

/** Whether a variable has a text that is not blank. */
export function isVariableSet(env: Environment, name: VariableName): boolean {
  return textOf(env, name) !== undefined;
}

/** COLDROUTE_ variables that no row knows: a misspelling, or one of a later version. Never their values. */
export function unknownVariables(env: Environment): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("COLDROUTE_") && !Object.hasOwn(VARIABLES, name) && env[name] !== undefined)
    .sort();
}

function read(env: Environment, name: VariableName, { reader }: Variable): unknown {
  const text = textOf(env, name);
  return text === undefined ? undefined : reader.read(text, env[name] ?? "");
}
