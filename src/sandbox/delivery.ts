import type { ServerResponse } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import type { ServiceAnswer } from "./answer.ts";

/** One answer on its way to the client. */
export interface Delivery {
  readonly response: ServerResponse;
  readonly answer: ServiceAnswer;
  readonly body: Buffer;
  readonly clock: Clock;
  /** Aborted when the answer is out or its connection is gone. */
  readonly signal: AbortSignal;
}

export function bodyBytes({ body }: ServiceAnswer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? "");
}

export function writeHead({ response, answer }: Delivery, headers: ServiceAnswer["headers"]): void {
  // Node writes a list as one line for each of its values.
  response.writeHead(answer.status, { "Content-Type": answer.contentType, ...answer.headers, ...headers });
}

/** Sends the whole answer, with `body` instead of its own where given. */
export function end(delivery: Delivery, body: Buffer = delivery.body, headers: ServiceAnswer["headers"] = {}): void {
  // A 204 or 304 has no body, and so no length (RFC 9110, 8.6).
  const isBodiless = delivery.answer.status === 204 || delivery.answer.status === 304;
  writeHead(delivery, isBodiless ? {} : { ...headers, "Content-Length": String(body.length) });
  delivery.response.end(isBodiless ? undefined : body);
}

/** Ends the connection so that the client notices. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
