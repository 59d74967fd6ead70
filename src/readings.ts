import type { ConfigProblem } from "./api/failure.ts";
import { type Environment, textOf } from "./environment.ts";
import type { TOOL_LIST, ToolName } from "./tool-list.ts";
import { ROWS, VARIABLES, type Values, type Variable, type VariableName } from "./variables.ts";

/** A configuration problem and what it blocks. */
export interface BlockingProblem extends ConfigProblem {
  /** Offered tools whose calls answer with the problems; empty when only reported. */
  readonly blocks: readonly ToolName[];
}

/** Reads every variable. */
export function readValues(env: Environment): Values {
  return Object.fromEntries(ROWS.map(([name, row]) => [name, read(env, name, row) ?? row.fallback])) as Values;
}

/** Finds what is wrong with the variables of `coldroute http`, or with all others. Offered tools decide what is required. */
export function findProblems(
  env: Environment,
  offered: readonly (typeof TOOL_LIST)[number][],
  isHttp: boolean,
): readonly BlockingProblem[] {
  return ROWS.filter(([, { kind }]) => (kind === "http") === isHttp).flatMap(([name, row]) => {
    const blocks = offered.filter(row.tools).map((tool) => tool.name);
    if (!isSet(env, name)) return row.kind === "required" && blocks.length > 0 ? [{ ...missing(name), blocks }] : [];
    if (read(env, name, row) !== undefined) return [];
    return [{ variable: name, message: `should hold ${row.reader.should}`, blocks }];
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
