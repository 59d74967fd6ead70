import { STATUS_CODES } from "node:http";
import type { z } from "zod";

export interface ServiceAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value, or the bytes of another body. */
  readonly body: unknown;
}

export function json(body: unknown, status = 200): ServiceAnswer {
  return { status, contentType: "application/json", headers: {}, body };
}

export function page(status: number, contentType: string, text: string): ServiceAnswer {
  return { status, contentType, headers: {}, body: Buffer.from(text) };
}

/** Problem details (RFC 9457, service.md 7). `signed` adds `requestId`. */
export function problem(status: number, detail?: string, headers: ServiceAnswer["headers"] = {}): ServiceAnswer {
  const type = `urn:coldroute-sandbox:problem:${status}`;
  const body = { type, title: STATUS_CODES[status] ?? "Error", status, ...(detail !== undefined && { detail }) };
  return { status, contentType: "application/problem+json", headers, body };
}

export function invalid(name: string, message: string): ServiceAnswer {
  return problem(400, `${name}: ${message}`);
}

export type Checked<T> = { readonly value: T } | { readonly refusal: ServiceAnswer };

/** A refusal has zod's words for the first bad field. */
export function check<T>(schema: z.ZodType<T>, value: unknown): Checked<T> {
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const name = [...(issue?.path ?? []), ...unknown].join(".");
  return { refusal: invalid(name || "body", issue?.message ?? "is not valid") };
}

export function bodyBytes({ body }: ServiceAnswer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? "");
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Adds X-Request-Id, and `requestId` to problem details (service.md 7). */
export function signed(answer: ServiceAnswer, requestId: string): ServiceAnswer {
  const headers = { "X-Request-Id": requestId, ...answer.headers };
  if (answer.contentType !== "application/problem+json" || typeof answer.body !== "object")
    return { ...answer, headers };
  return { ...answer, headers, body: { ...answer.body, requestId } };
}
