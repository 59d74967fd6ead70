import { cleanText } from "../../domain/clean.ts";
import type { ProblemDetails } from "../../domain/failure.ts";
import { defined, jsonMembers } from "../../domain/record.ts";
import type { ResponseHeaders } from "./reply.ts";

/** Ignores the media type, which `isProblemDetails` checks. */
export function readProblem(body: string): ProblemDetails | undefined {
  const fields = jsonMembers(body);
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? cleanText(value) : undefined;
  };
  // The token endpoint may send an OAuth error instead (RFC 6749 section 5.2).
  const title = text("title") ?? text("error");
  const detail = text("detail") ?? text("error_description");
  const members = defined({ type: text("type"), title, detail });
  if (Object.keys(members).length === 0) return undefined;
  return { ...members, ...(typeof fields["status"] === "number" ? { status: fields["status"] } : {}) };
}

/** Whether an error has both problem details and their media type (service.md 7; RFC 9457 section 3). */
export function isProblemDetails(problem: ProblemDetails | undefined, headers: ResponseHeaders): boolean {
  const mediaType = (firstHeader(headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  return problem !== undefined && mediaType === "application/problem+json";
}

/** The `X-Request-Id` of a response (service.md 4), cleaned, at most 100 characters. */
export function requestIdOf(headers: ResponseHeaders): string | undefined {
  return cleanText(firstHeader(headers, "x-request-id") ?? "", 100) || undefined;
}

/** `name` is in lower case. */
export function firstHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value[0] : value;
}

export function describeBody(text: string): string {
  const start = text.trimStart().slice(0, 1);
  if (start === "") return "an empty body";
  if (start === "<") return "HTML instead of JSON";
  return start === "{" || start === "[" ? "JSON that is cut short or broken" : "a body that is not JSON";
}
