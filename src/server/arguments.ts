import type { z } from "zod";
import type { ArgumentProblem, Result } from "../api/failure.ts";
import { failed, success } from "../api/failure.ts";
import { cleanText, quote } from "../domain/clean.ts";
import type { Tool } from "../tools/tool.ts";
import { correctionOf } from "./corrections.ts";
import { forgive } from "./forgiveness.ts";
import { issueText } from "./issue-text.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** How much of an unknown parameter's name, and of a refused value, is repeated. */
const MAX_NAME_CHARS = 40;
const MAX_VALUE_CHARS = 80;

/** Names of other services for parts of an address and for places. */
const SYNONYMS: Readonly<Record<string, string>> = {
  zip: "zipCode",
  postalCode: "zipCode",
  postcode: "zipCode",
  street: "line1",
  address: "line1",
  countryCode: "country",
  city: "locations",
  location: "locations",
  state: "locations",
  level: "minLevel",
  startDate: "date",
  to: "destination",
  from: "origin",
  package: "parcel",
  dates: "shipDates",
  deadline: "deliveryByDate",
  refrigerated: "isRefrigerated",
  events: "detail",
};

/** A tool's arguments, coerced where that is certain and checked; or every problem with its value and a correction. */
export function readArguments(
  tool: Tool,
  schema: JsonSchema,
  sent: unknown,
  nowMs: number,
): Result<Record<string, unknown>> {
  const args = forgive({ type: "object" }, sent ?? {});
  if (!isRecord(args)) return refuse([{ parameter: "arguments", message: "should be an object of named parameters" }]);
  const named = withoutAliases(tool, args);
  const names = Object.keys(tool.input.shape);
  const unknownNames = Object.keys(named).filter((key) => !names.includes(key));
  const known = forgive(schema, Object.fromEntries(Object.entries(named).filter(([key]) => names.includes(key))));
  const parsed = tool.input.safeParse(known, { error: issueText });
  const problems = [
    ...unknownNames.map((key) => unknownParameter(tool, key)),
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, known, nowMs))),
  ];
  return parsed.success && problems.length === 0 ? success(parsed.data) : refuse(problems);
}

/** A value of the configuration, read by the rules of the parameter `name`. Its problems do not quote it: they reach the log. */
export function readParameter(name: string, schema: z.ZodType, sent: unknown): Result<unknown> {
  const value = forgive(jsonSchemaOf(schema), sent);
  const parsed = schema.safeParse(value, { error: issueText });
  if (parsed.success) return success(parsed.data);
  return refuse(parsed.error.issues.flatMap((issue) => problemsOf(issue, undefined, 0, [name])));
}

function refuse(problems: readonly ArgumentProblem[]): Result<never> {
  return failed({ kind: "invalid_arguments", problems });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Aliases renamed; several names of one list are one list. */
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

function unknownParameter(tool: Tool, key: string): ArgumentProblem {
  const names = Object.keys(tool.input.shape);
  const meant = nearest(key, names);
  const next = meant === undefined ? `it has ${names.join(", ")}` : `did you mean ${meant}? It has ${names.join(", ")}`;
  return { parameter: cleanText(key, MAX_NAME_CHARS), message: `is no parameter of ${tool.name}; ${next}` };
}

/** The known name that an unknown one probably means. */
function nearest(key: string, names: readonly string[]): string | undefined {
  const synonym = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined;
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
  const typed = letters(key);
  const isLike = (name: string): boolean => letters(name).includes(typed) || typed.includes(letters(name));
  return names.find((name) => letters(name) === typed) ?? (typed.length > 3 ? names.find(isLike) : undefined);
}

/** One zod issue as problems: each unknown member by itself, and of a union the branch that was probably meant. */
function problemsOf(
  issue: z.core.$ZodIssue,
  root: unknown,
  nowMs: number,
  at: readonly PropertyKey[] = [],
): ArgumentProblem[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const meant = nearest(key, ADDRESS_AND_PARCEL);
      const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
      return { parameter: pathText([...path, cleanText(key, MAX_NAME_CHARS)]), message: `is not known here${hint}` };
    });
  }
  if (issue.code === "invalid_union") {
    const meant = issue.errors.find(
      (issues) => issues.length > 0 && issues.every((one) => one.path.length > 0 || one.code !== "invalid_type"),
    );
    if (meant !== undefined) return meant.flatMap((one) => problemsOf(one, root, nowMs, path));
  }
  const value = valueAt(root, path);
  const isFormat = issue.code === "invalid_type" || (issue.code === "custom" && issue.params?.["isFormat"] === true);
  const correction = isFormat ? correctionOf(pathText(path), value, nowMs) : undefined;
  const told = quotedValue(value);
  const send = correction === undefined ? "" : `: send ${correction}`;
  return [{ parameter: pathText(path), message: `${told}${told === "" ? "" : " "}${issue.message}${send}` }];
}

/** Members of the objects that tools take; `meant` is only ever a suggestion. */
const ADDRESS_AND_PARCEL = [
  "zipCode",
  "line1",
  "line2",
  "city",
  "state",
  "country",
  "name",
  "company",
  "phone",
  "email",
  "isResidential",
  "length",
  "width",
  "height",
  "weight",
  "predefinedPackage",
];

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

/** The refused value as a caller wrote it; nothing for objects and for what is missing. */
function quotedValue(value: unknown): string {
  if (typeof value === "string") return quote(cleanText(value, MAX_VALUE_CHARS));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "arguments" : path.map(String).join(".");
}
