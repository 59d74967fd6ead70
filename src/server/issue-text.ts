import type { z } from "zod";

/** What a wrong argument should have been, in the words of a sentence that begins with its name. */
export function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing; it should be ${article(issue.expected)}`
        : `should be ${article(issue.expected)}, not ${article(kindOf(issue.input))}`;
    case "too_small":
      return `should ${bound(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least")}`;
    case "too_big":
      return `should ${bound(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most")}`;
    case "invalid_value":
      return `should be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_format":
      return "does not have the right form";
    case "invalid_union":
      return issue.input === undefined ? "is missing" : "has none of the forms that are understood";
    case "not_multiple_of":
      return `should be a multiple of ${issue.divisor}`;
    default:
      return "is not understood";
  }
}

function bound(origin: string, limit: number | bigint, relation: string): string {
  if (origin === "string") return `have ${relation} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `have ${relation} ${limit} ${limit === 1 ? "item" : "items"}`;
  return `be ${relation} ${limit}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  nan: "no number",
  object: "an object",
  record: "an object",
  string: "a text",
};

function article(kind: string): string {
  return ARTICLES[kind] ?? `a ${kind}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
