import type { ServerResponse } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import type { ServiceAnswer } from "./answer.ts";

/** One answer on its way to the client. */
export interface Delivery {
  readonly response: ServerResponse;
  readonly answer: ServiceAnswer;
  readonly body: Buffer;
  readonly clock: Clock;
  /** Aborted when the answer is sent or the connection closes. */
  readonly signal: AbortSignal;
}

export function bodyBytes({ body }: ServiceAnswer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? "");
}

export function writeHead({ response, answer }: Delivery, headers: ServiceAnswer["headers"]): void {
  // Node writes one header line for each value of a list.
  response.writeHead(answer.status, { "Content-Type": answer.contentType, ...answer.headers, ...headers });
}

/** Sends the whole answer. `body` replaces its own body. */
export function end(delivery: Delivery, body: Buffer = delivery.body, headers: ServiceAnswer["headers"] = {}): void {
  // A 204 or 304 has no body, so it has no length (RFC 9110, 8.6).
  const isBodiless = delivery.answer.status === 204 || delivery.answer.status === 304;
  writeHead(delivery, isBodiless ? {} : { ...headers, "Content-Length": String(body.length) });
  delivery.response.end(isBodiless ? undefined : body);
}

/** Resets the connection, so that the client notices. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
