import { STATUS_CODES } from "node:http";
import { problemType } from "./world/invented.ts";

/** An answer before it is written. */
export interface ServiceAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value, or the bytes of another body. */
  readonly body: unknown;
}

/** A successful answer (service.md 2.1, 2.5, 2.9). */
export function json(body: unknown, status = 200): ServiceAnswer {
  return { status, contentType: "application/json", headers: {}, body };
}

/** An answer that is neither JSON nor problem details. */
export function page(status: number, contentType: string, text: string): ServiceAnswer {
  return { status, contentType, headers: {}, body: Buffer.from(text) };
}

/** Problem details (RFC 9457, service.md 7). `signed` adds `requestId`. */
export function problem(
  status: number,
  slug: string,
  detail?: string,
  headers: ServiceAnswer["headers"] = {},
): ServiceAnswer {
  const title = STATUS_CODES[status] ?? "Error";
  const body = { type: problemType(slug), title, status, ...(detail === undefined ? {} : { detail }) };
  return { status, contentType: "application/problem+json", headers, body };
}

export function bodyBytes({ body }: ServiceAnswer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? "");
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Adds X-Request-Id, and the same `requestId` to problem details (service.md 7). */
export function signed(answer: ServiceAnswer, requestId: string): ServiceAnswer {
  const headers = { "X-Request-Id": requestId, ...answer.headers };
  if (answer.contentType !== "application/problem+json" || typeof answer.body !== "object")
    return { ...answer, headers };
  return { ...answer, headers, body: { ...answer.body, requestId } };
}
