import { cleanText, quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { textOf } from "../../domain/record.ts";
import { plural } from "../../tools/answer/words.ts";
import { correctionOf } from "./corrections.ts";
import { type JsonSchema, jsonKindOf, partAt, pathText, valueAt } from "./input-schema.ts";
import { distinctIssues, type Issue, isMisnaming, type Misnaming } from "./issues.ts";
import { adviceOnNames } from "./unknown-names.ts";

const MAX_VALUE_CHARS = 80;

/** The readers of problems. The log must not quote an operator's configuration. */
type Audience =
  | { readonly kind: "caller"; readonly tool: string; readonly todays: readonly string[] }
  | { readonly kind: "operator" };

export interface RefusedArguments {
  readonly args: unknown;
  readonly schema: JsonSchema;
  readonly audience: Audience;
}

/**
 * Turns zod's issues into words: one problem for each refused value and each unknown name. Of
 * `{ destination: { zip: "85001" }, parcel: { length: "30 cm" } }` these are among them:
 *
 *     destination has no field zip; did you mean zipCode? It has zipCode, line1, …
 *     parcel.length: "30 cm" should be a number of inches, not text: send 11.8, and every side in inches
 */
export function problemsOf(issues: readonly Issue[], refused: RefusedArguments): readonly ArgumentProblem[] {
  const problems = distinctIssues(issues).flatMap((issue) =>
    isMisnaming(issue) ? nameProblems(issue, refused) : [valueProblem(issue, refused)],
  );
  // The items of a list may have the same problem.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function nameProblems({ keys, path }: Misnaming, { audience, schema }: RefusedArguments): ArgumentProblem[] {
  const part = partAt(schema, path) ?? {};
  const object = part.anyOf?.find(({ type }) => type === "object") ?? part;
  return adviceOnNames(keys, object).map(({ name, advice }) => {
    if (audience.kind === "caller" && path.length === 0)
      return { parameter: name, message: compact(`is not a parameter of ${audience.tool}`, advice).join("; ") };
    return { message: compact(`${pathText(path)} has no field ${name}`, advice).join("; ") };
  });
}

function valueProblem(issue: Issue, { args, schema, audience }: RefusedArguments): ArgumentProblem {
  const { path } = issue;
  const value = valueAt(args, path);
  const rule = partAt(schema, path) ?? {};
  const objection = objectionTo(value, issue, rule);
  const parameter = pathText(path);
  if (audience.kind === "operator") return { parameter, message: objection };
  const subject = quotedValue(value) || (typeof path.at(-1) === "number" && "an item");
  const next = issue.code === "custom" ? textOf(issue.params?.["next"]) : "";
  const correction = correctionOf(value, rule, audience.todays);
  const advice = compact(next && `: ${next}`, correction && `: send ${correction}`).join("");
  return { parameter, message: compact(subject, objection + advice).join(" ") };
}

function quotedValue(value: unknown): string {
  if (typeof value === "string") return quote(cleanText(value, MAX_VALUE_CHARS));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function objectionTo(value: unknown, issue: Issue, rule: JsonSchema): string {
  if (issue.code === "custom") return issue.message;
  const isOfWrongType = issue.code === "invalid_type" || issue.code === "invalid_union";
  if (isOfWrongType && Array.isArray(value)) return listText(value, rule);
  const isMissing = value === undefined;
  if (isMissing && rule.description !== undefined) return `is missing (${rule.description})`;
  switch (issue.code) {
    case "invalid_type":
      return isMissing ? `is missing (${article(issue.expected)})` : typeText(issue.expected, value, rule);
    case "too_small":
      return `should ${bound(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least")}`;
    case "too_big":
      return `should ${bound(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most")}`;
    case "invalid_value":
      return `should be ${issue.values.map((choice) => JSON.stringify(choice)).join(" or ")}`;
    default:
      return isMissing ? "is missing" : "has none of the accepted forms";
  }
}

/** Advice for a list in place of one value. */
function listText(list: readonly unknown[], { several }: JsonSchema): string {
  const advice = several === undefined ? "call once for each" : `give ${several}`;
  return `should be one value, not a list: ${list.length === 1 ? "send its item alone" : advice}`;
}

function typeText(expected: string, value: unknown, rule: JsonSchema): string {
  if (typeof value === "number" && expected === "int") return "should be a whole number";
  if (typeof value === "number" && expected === "number") return "should be a finite number";
  const ofUnits = rule.unit === undefined ? "" : ` of ${rule.unit}`;
  return `should be ${article(expected)}${ofUnits}, not ${article(jsonKindOf(value))}`;
}

const COUNTED: Readonly<Record<string, string>> = { string: "character", array: "item" };

function bound(origin: string, limit: number | bigint, relation: string): string {
  const noun = COUNTED[origin];
  return noun === undefined ? `be ${relation} ${limit}` : `have ${relation} ${plural(Number(limit), noun)}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  object: "an object",
  null: "null",
  string: "text",
};

function article(kind: string): string {
  return ARTICLES[kind] ?? `a ${kind}`;
}
