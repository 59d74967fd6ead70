import type { z } from "zod";
import { cleanText, quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { nearest } from "../../domain/nearest.ts";
import { correctionOf, numberText, unitsText } from "./corrections.ts";
import { type JsonSchema, jsonKindOf, type Path, partAt, pathText } from "./input-schema.ts";

/** The most characters of an unknown name and of a refused value that a problem quotes. */
const MAX_PARAMETER_CHARS = 40;
const MAX_REFUSED_VALUE_CHARS = 80;

/** The reader of the problems: the caller of a tool, or the operator. The log must not quote an operator's configuration. */
type Audience =
  | { readonly kind: "caller"; readonly tool: string; readonly todays: readonly string[] }
  | { readonly kind: "operator" };

/** The refused arguments, and the facts that explain the refusal. */
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
export function problemsOf(issues: readonly Issue[], asked: RefusedArguments): readonly ArgumentProblem[] {
  const problems = tellingIssues(issues).flatMap((issue) =>
    issue.code === "unrecognized_keys" ? unknownNames(issue.keys, asked, issue.path) : [refusedValue(issue, asked)],
  );
  // The items of a list may have the same problem.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The issues to tell: all unknown names, and the first issue of each value. */
function tellingIssues(issues: readonly Issue[]): readonly Issue[] {
  const all = issues.flatMap((issue) => likeliest(issue, []));
  const pathOf = ({ path }: Issue): string => path.join();
  const misnamed = new Set(all.filter(({ code }) => code === "unrecognized_keys").map(pathOf));
  const told = new Set<string>();
  return all.filter((issue) => {
    if (issue.code === "unrecognized_keys") return true;
    // zod's own bound on integers: the parameter's stands beside it.
    if (issue.code === "too_big" && issue.origin === "int") return false;
    // A misnamed member also causes the custom issues of its object.
    if (issue.code === "custom" && misnamed.has(pathOf(issue))) return false;
    const isFirst = !told.has(pathOf(issue));
    told.add(pathOf(issue));
    return isFirst;
  });
}

/** The issues of the branch that the caller of a union probably meant, with their whole paths; else the issue itself. */
function likeliest(issue: Issue, at: Path): readonly Issue[] {
  const path = [...at, ...issue.path];
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  // The branch of the value's type: only the content of the value is wrong.
  const meant = branches.find(
    (inner) => inner.length > 0 && inner.every((one) => one.path.length > 0 || one.code !== "invalid_type"),
  );
  return meant === undefined ? [{ ...issue, path }] : meant.flatMap((inner) => likeliest(inner, path));
}

/** The problem of a refused value. Its message to a caller quotes the value and gives the correction, if certain. */
function refusedValue(issue: Issue, { args, schema, audience }: RefusedArguments): ArgumentProblem {
  const { path } = issue;
  const value = valueAt(args, path);
  const rule = partAt(schema, path) ?? {};
  const isList = Array.isArray(value) && (issue.code === "invalid_type" || issue.code === "invalid_union");
  const objection = isList ? listText(value, path, schema) : messageOf(issue, value, rule);
  const parameter = pathText(path);
  if (audience.kind === "operator") return { parameter, message: objection };
  const subject = quotedValue(value) || (typeof path.at(-1) === "number" && "an item");
  const next = issue.code === "custom" && issue.params?.["next"] ? `: ${issue.params["next"]}` : "";
  const correction = correctionOf(value, rule, audience.todays);
  const send = correction === undefined ? "" : `: send ${correction}`;
  return { parameter, message: compact(subject, `${objection}${next}${send}`).join(" ") };
}

/** Advice for a list in place of one value: the parameter that takes several, if the tool has one. */
function listText(list: readonly unknown[], path: Path, schema: JsonSchema): string {
  const pluralName = `${String(path[0])}s`;
  const several = schema.properties?.[pluralName] === undefined ? "call once for each" : `give ${pluralName}`;
  return `should be one value, not a list: ${list.length === 1 ? "send its item alone" : several}`;
}

/** The problems of unknown names in the object at `path`. The first one without advice of its own lists the known names. */
function unknownNames(keys: readonly string[], asked: RefusedArguments, path: Path): readonly ArgumentProblem[] {
  const { audience, schema } = asked;
  const object = objectAt(schema, path);
  const isMember = audience.kind === "operator" || path.length > 0;
  const first = keys.find((key) => insteadOf(key, object, isMember) === undefined);
  return keys.map((key) => {
    const name = cleanText(key, MAX_PARAMETER_CHARS);
    const meant = nearestName(key, object);
    const question = meant !== undefined && `did you mean ${meant}?`;
    const names = key === first && `${question ? "It" : "it"} has ${Object.keys(object.properties ?? {}).join(", ")}`;
    const advice = insteadOf(key, object, isMember) ?? compact(question, names).join(" ");
    if (isMember) return { message: compact(`${pathText(path)} has no field ${name}`, advice).join("; ") };
    return { parameter: name, message: compact(`is not a parameter of ${audience.tool}`, advice).join("; ") };
  });
}

/** The advice for an unknown name: the units of the object, or the schema's own for this name. Undefined without any. */
function insteadOf(key: string, schema: JsonSchema, isMember: boolean): string | undefined {
  const units = isMember && /unit/i.test(key) && unitsText(schema);
  if (units) return `use ${units}`;
  const advice = [schema, ...Object.values(schema.properties ?? {})].find(({ instead = {} }) =>
    Object.hasOwn(instead, key),
  );
  return advice?.instead?.[key];
}

/** The schema of the object at `path`. */
function objectAt(schema: JsonSchema, path: Path): JsonSchema {
  const part = partAt(schema, path) ?? {};
  return part.anyOf?.find(({ type }) => type === "object") ?? part;
}

/** The member that `key` probably means, by its name or a synonym: equal letters, one within the other, few edits. */
function nearestName(key: string, { properties = {} }: JsonSchema): string | undefined {
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
  const typed = letters(key);
  const words = Object.entries(properties).flatMap(([name, { synonyms = [] }]) =>
    [name, ...synonyms].map((word) => ({ name, word: letters(word) })),
  );
  const isLike = (word: string): boolean => word.includes(typed) || (word.length > 2 && typed.includes(word));
  const same = words.find(({ word }) => word === typed);
  const like = same ?? (typed.length > 2 ? words.find(({ word }) => isLike(word)) : undefined);
  return like?.name ?? nearest(typed, Object.keys(properties));
}

function valueAt(args: unknown, path: Path): unknown {
  let value = args;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

/** The refused value as the caller wrote it, cut to a bound. Empty for objects, lists and missing values. */
function quotedValue(value: unknown): string {
  if (typeof value === "string") return quote(cleanText(value, MAX_REFUSED_VALUE_CHARS));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The rest of a sentence that begins with the argument's name. */
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
      return `should be ${issue.values.map((each) => JSON.stringify(each)).join(" or ")}`;
    default:
      return isMissing ? "is missing" : "has none of the forms that are understood";
  }
}

/** `should be a number of inches, not a text`. */
function typeText(expected: string, value: unknown, rule: JsonSchema): string {
  if (typeof value === "number" && expected === "int") return "should be a whole number";
  if (typeof value === "number" && expected === "number") return "should be a finite number";
  const wanted = expected === "number" ? numberText(rule) : article(expected);
  return `should be ${wanted}, not ${article(jsonKindOf(value))}`;
}

function bound(origin: string, limit: number | bigint, relation: string): string {
  const units: Readonly<Record<string, string>> = { string: "character", array: "item" };
  const unit = units[origin];
  return unit === undefined ? `be ${relation} ${limit}` : `have ${relation} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}

function article(kind: string): string {
  const articles: Readonly<Record<string, string>> = {
    array: "a list",
    boolean: "true or false",
    int: "a whole number",
    object: "an object",
    null: "null",
    string: "a text",
  };
  return articles[kind] ?? `a ${kind}`;
}
