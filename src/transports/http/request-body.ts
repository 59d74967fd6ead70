import type { IncomingMessage } from "node:http";
import type { Clock } from "../../runtime/clock.ts";
import { INVALID_REQUEST, type Refusal, SERVER_ERROR } from "./answers.ts";
import type { Exchange } from "./exchange.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import type { HttpLimits } from "./limits.ts";

type Sent = Pick<Exchange, "incoming" | "outgoing">;
type RoomLimits = Pick<HttpLimits, "smallBodyBytes" | "maxLargeBodyBytesInAll">;
type BodyLimits = RoomLimits & Pick<HttpLimits, "maxBodyBytes" | "maxBodyParts" | "bodyMs">;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** What a body's headers say against reading it, if anything. */
export function objectionToBody(headers: Headers): Refusal | undefined {
  if (!JSON_TYPE.test(headers.get("content-type") ?? "")) return NOT_JSON;
  if (!/^(?:identity)?$/i.test(headers.get("content-encoding") ?? "")) return ENCODED;
  return /^(?:chunked)?$/i.test(headers.get("transfer-encoding") ?? "") ? undefined : TRANSFER_CODED;
}

/** What one body takes of the room that all large ones share, until nobody holds it any more. */
export class BodyRoom {
  readonly #take: (bytes: number) => boolean;
  readonly #limits: RoomLimits;
  #bytes = 0;
  #taken = 0;
  #holders = 0;

  /** @param take Takes so many bytes more of what all share, or gives them back; false where there are none. */
  constructor(limits: RoomLimits, take: (bytes: number) => boolean) {
    this.#limits = limits;
    this.#take = take;
  }

  /** Whether there is room for so many bytes more. A small body always has it. */
  grow(bytes: number): boolean {
    this.#bytes += bytes;
    const more = Math.max(0, this.#bytes - this.#limits.smallBodyBytes) - this.#taken;
    if (!this.#take(more)) return false;
    this.#taken += more;
    return true;
  }

  /** Keeps the room while something works with the body; the function returned ends that, once. */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders > 0) return;
      this.#take(-this.#taken);
      this.#taken = 0;
    };
  }
}

/** The bodies of requests, each within its limits and all within what the server can spare. */
export class Bodies {
  readonly #limits: BodyLimits;
  readonly #clock: Clock;
  #largeBytes = 0;

  constructor(limits: BodyLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Room for one body. */
  room(): BodyRoom {
    return new BodyRoom(this.#limits, (bytes) => {
      if (this.#largeBytes + bytes > this.#limits.maxLargeBodyBytesInAll) return false;
      this.#largeBytes += bytes;
      return true;
    });
  }

  /**
   * A request's body as text, or why it is refused. One that says beforehand that it is too large is not read at all, any
   * other up to that point.
   */
  async read({ incoming, outgoing }: Sent, room: BodyRoom): Promise<{ readonly text: string } | Refusal> {
    const { maxBodyBytes, maxBodyParts, bodyMs } = this.#limits;
    if (Number(incoming.headers["content-length"] ?? 0) > maxBodyBytes) return TOO_LARGE;
    // Its client has left while it was authorized: nothing more will be heard of it.
    if (incoming.destroyed) return BROKEN_OFF;
    if (awaitsContinue(incoming)) outgoing.writeContinue();
    const bytes = new GrowingBytes();
    let parts = 0;
    return new Promise((resolve) => {
      const finish = (outcome: { readonly text: string } | Refusal): void => {
        cancel();
        incoming.off("data", take).pause();
        bytes.clear();
        resolve(outcome);
      };
      const take = (part: Buffer): void => {
        parts += 1;
        // Whoever sends it byte by byte makes more work than it is worth.
        if (bytes.length + part.length > maxBodyBytes || parts > maxBodyParts) finish(TOO_LARGE);
        else if (room.grow(part.length)) bytes.add(part);
        else finish(NO_ROOM);
      };
      const cancel = this.#clock.after(bodyMs, () => finish(TOO_SLOW));
      incoming.on("data", take);
      incoming.once("end", () => finish({ text: bytes.text() }));
      for (const event of ["error", "close"]) incoming.once(event, () => finish(BROKEN_OFF));
    });
  }
}

/** Whether the client waits to be asked for the body (RFC 9110, 10.1.1). */
function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? "");
}

const NOT_JSON: Refusal = {
  status: 415,
  code: SERVER_ERROR,
  message: "Unsupported media type: the body should be application/json",
};
const ENCODED: Refusal = {
  status: 415,
  code: SERVER_ERROR,
  message: "Unsupported content coding: the body should be sent as it is",
  headers: { "accept-encoding": "identity" },
};
/** RFC 9112, 6.1. */
const TRANSFER_CODED: Refusal = {
  status: 501,
  code: SERVER_ERROR,
  message: "Unsupported transfer coding: the body may be chunked, but not coded otherwise",
};
const TOO_LARGE: Refusal = {
  status: 413,
  code: SERVER_ERROR,
  message: "The body is too large",
  headers: { connection: "close" },
};
const TOO_SLOW: Refusal = {
  status: 408,
  code: INVALID_REQUEST,
  message: "Invalid request: its body took too long",
  headers: { connection: "close" },
};
const NO_ROOM: Refusal = {
  status: 503,
  code: SERVER_ERROR,
  message: "Too many large bodies are being served",
  headers: { "retry-after": "1", connection: "close" },
};
/** Nobody reads it, but for the access log. */
const BROKEN_OFF: Refusal = { status: 400, code: INVALID_REQUEST, message: "Invalid request: the body broke off" };
