import type { z } from "zod";
import { cleanText, quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { nearest } from "../../domain/nearest.ts";
import { textOf } from "../../domain/record.ts";
import { plural } from "../../tools/answer/words.ts";
import { correctionOf, unitsText } from "./corrections.ts";
import { type JsonSchema, jsonKindOf, type Path, partAt, pathText } from "./input-schema.ts";

const MAX_NAME_CHARS = 40;
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

type Issue = z.core.$ZodIssue;

/**
 * Turns zod's issues into words: one problem for each refused value and each unknown name. Of
 * `{ destination: { zip: "85001" }, parcel: { length: "30 cm" } }` these are among them:
 *
 *     destination has no field zip; did you mean zipCode? It has zipCode, line1, …
 *     parcel.length: "30 cm" should be a number of inches, not a text: send 11.8, and every side in inches
 */
export function problemsOf(issues: readonly Issue[], refused: RefusedArguments): readonly ArgumentProblem[] {
  const problems = distinctIssues(issues).flatMap((issue) =>
    issue.code === "unrecognized_keys" ? unknownNames(issue.keys, issue.path, refused) : [refusedValue(issue, refused)],
  );
  // The items of a list may have the same problem.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** All unknown names, and the first issue of each value. */
function distinctIssues(issues: readonly Issue[]): readonly Issue[] {
  const all = issues.flatMap((issue) => likeliest(issue, []));
  const pathOf = ({ path }: Issue): string => path.join();
  const misnamed = new Set(all.filter(({ code }) => code === "unrecognized_keys").map(pathOf));
  const seen = new Set<string>();
  return all.filter((issue) => {
    if (issue.code === "unrecognized_keys") return true;
    // zod's own bound on integers: the parameter's stands beside it.
    if (issue.code === "too_big" && issue.origin === "int") return false;
    // A misnamed member also causes the custom issues of its object.
    if (issue.code === "custom" && misnamed.has(pathOf(issue))) return false;
    const isFirst = !seen.has(pathOf(issue));
    seen.add(pathOf(issue));
    return isFirst;
  });
}

/** The issues of the branch that the caller of a union probably meant, with their whole paths; else the issue itself. */
function likeliest(issue: Issue, outerPath: Path): readonly Issue[] {
  const path = [...outerPath, ...issue.path];
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  // The branch of the value's type: only the content of the value is wrong.
  const meant = branches.find(
    (inner) => inner.length > 0 && inner.every((one) => one.path.length > 0 || one.code !== "invalid_type"),
  );
  return meant === undefined ? [{ ...issue, path }] : meant.flatMap((inner) => likeliest(inner, path));
}

function refusedValue(issue: Issue, { args, schema, audience }: RefusedArguments): ArgumentProblem {
  const { path } = issue;
  const value = valueAt(args, path);
  const rule = partAt(schema, path) ?? {};
  const isList = Array.isArray(value) && (issue.code === "invalid_type" || issue.code === "invalid_union");
  const objection = isList ? listText(value, path, schema) : messageOf(issue, value, rule);
  const parameter = pathText(path);
  if (audience.kind === "operator") return { parameter, message: objection };
  const subject = quotedValue(value) || (typeof path.at(-1) === "number" && "an item");
  const next = issue.code === "custom" ? textOf(issue.params?.["next"]) : "";
  const correction = correctionOf(value, rule, audience.todays);
  const advice = compact(next && `: ${next}`, correction && `: send ${correction}`).join("");
  return { parameter, message: compact(subject, objection + advice).join(" ") };
}

/** Advice for a list in place of one value: the parameter that takes several, if the tool has one. */
function listText(list: readonly unknown[], path: Path, schema: JsonSchema): string {
  const pluralName = `${String(path[0])}s`;
  const several = schema.properties?.[pluralName] === undefined ? "call once for each" : `give ${pluralName}`;
  return `should be one value, not a list: ${list.length === 1 ? "send its item alone" : several}`;
}

/** The problems of unknown names in the object at `path`. The first one without advice of its own lists the known names. */
function unknownNames(
  keys: readonly string[],
  path: Path,
  { audience, schema }: RefusedArguments,
): readonly ArgumentProblem[] {
  const part = partAt(schema, path) ?? {};
  const object = part.anyOf?.find(({ type }) => type === "object") ?? part;
  const isMember = audience.kind === "operator" || path.length > 0;
  const firstWithoutAdvice = keys.find((key) => insteadOf(key, object) === undefined);
  return keys.map((key) => {
    const name = cleanText(key, MAX_NAME_CHARS);
    const meant = nearestName(key, object);
    const question = meant !== undefined && `did you mean ${meant}?`;
    const isListing = key === firstWithoutAdvice;
    const names = isListing && `${question ? "It" : "it"} has ${Object.keys(object.properties ?? {}).join(", ")}`;
    const advice = insteadOf(key, object) ?? compact(question, names).join(" ");
    if (isMember) return { message: compact(`${pathText(path)} has no field ${name}`, advice).join("; ") };
    return { parameter: name, message: compact(`is not a parameter of ${audience.tool}`, advice).join("; ") };
  });
}

function insteadOf(key: string, schema: JsonSchema): string | undefined {
  const units = unitsText(schema);
  if (units !== "" && /unit/i.test(key)) return `use ${units}`;
  const schemas = [schema, ...Object.values(schema.properties ?? {})];
  return schemas.find(({ instead = {} }) => Object.hasOwn(instead, key))?.instead?.[key];
}

/** The member that `key` probably means, by its name or a synonym: equal letters, one within the other, few edits. */
function nearestName(key: string, { properties = {} }: JsonSchema): string | undefined {
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
  const typed = letters(key);
  const words = Object.entries(properties).flatMap(([name, { synonyms = [] }]) =>
    [name, ...synonyms].map((word) => ({ name, word: letters(word) })),
  );
  const isSimilar = (word: string): boolean =>
    typed.length > 2 && (word.includes(typed) || (word.length > 2 && typed.includes(word)));
  const meant = words.find(({ word }) => word === typed) ?? words.find(({ word }) => isSimilar(word));
  return meant?.name ?? nearest(typed, Object.keys(properties));
}

function valueAt(args: unknown, path: Path): unknown {
  let value = args;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

function quotedValue(value: unknown): string {
  if (typeof value === "string") return quote(cleanText(value, MAX_VALUE_CHARS));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function messageOf(issue: Issue, value: unknown, rule: JsonSchema): string {
  if (issue.code === "custom") return issue.message;
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
      return isMissing ? "is missing" : "has none of the forms that are understood";
  }
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
  string: "a text",
};

function article(kind: string): string {
  return ARTICLES[kind] ?? `a ${kind}`;
}
