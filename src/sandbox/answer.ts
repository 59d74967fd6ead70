import { STATUS_CODES } from "node:http";
import { problemType } from "./invented.ts";

/** An answer before it is written: a JSON value (or plain text), its status, and headers beside those every answer has. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** A body that is text, not JSON. */
export class PlainText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A successful answer (spec 2.1, 2.5, 2.9). */
export function json(body: unknown, status = 200): Answer {
  return { status, contentType: "application/json", headers: {}, body };
}

/** Problem details (RFC 9457, spec 7); `requestId` is filled in when the answer is sent. */
export function problem(status: number, slug: string, detail?: string, headers: Answer["headers"] = {}): Answer {
  return {
    status,
    contentType: "application/problem+json",
    headers,
    body: {
      type: problemType(slug),
      title: STATUS_CODES[status] ?? "Error",
      status,
      ...(detail === undefined ? {} : { detail }),
    },
  };
}

/** 400 that names the offending parameter or field. */
export function invalid(name: string, message: string): Answer {
  return problem(400, "invalid-parameter", `${name}: ${message}`);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The answer with spec 7's `requestId` in its problem details. */
export function withRequestId(answer: Answer, requestId: string): Answer {
  if (answer.contentType !== "application/problem+json" || typeof answer.body !== "object") return answer;
  return { ...answer, body: { ...answer.body, requestId } };
}
