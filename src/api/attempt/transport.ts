import { promisify } from "node:util";
import { gunzip, type ZlibOptions } from "node:zlib";
import type { Dispatcher } from "undici";
import type { ProxyAddress } from "../../domain/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { letOthersRun } from "../../runtime/waiting.ts";
import { Connections } from "./connections.ts";

/** Response headers by lower-case name. A repeated header has a list of values. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The HTTP request of one attempt. */
export interface Wire {
  readonly method: "GET" | "POST";
  /** Absolute and normalized, with a path and no fragment. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The status and headers of a response. */
export interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** No status line arrived. `sent` is true if undici began to write the request. */
export type Unanswered = { readonly sent: boolean; readonly proxy?: ProxyAddress | undefined } & (
  | { readonly kind: "lost"; readonly code: string }
  | { readonly kind: "timeout" | "cancelled" }
);

/** A reply with its whole body. `bytes` is the size after decompression. */
type WholeReply = { readonly kind: "answer"; readonly text: string; readonly bytes: number } & Head;

/** The status line arrived, but no readable body. */
type Broken = { readonly kind: "broken"; readonly cause: Unanswered["kind"] | "encoding" | "too_large" } & Head;

/** The reply to one attempt. */
export type Reply = WholeReply | Broken | Unanswered;

/** The code of an attempt that `permit` kept from being written. */
export const WITHHELD = "WITHHELD";

/** How the caller of `send` limits, ends and follows an attempt. */
export interface Watch<T> {
  /** Bounds the whole attempt, from connecting to decoding the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** If true, aborting `signal` ends the attempt only before its first byte. */
  readonly outlivesSignal: boolean;
  /** Runs in the tick that writes the first byte. If it gives `undefined`, undici writes nothing. */
  permit(): T | undefined;
  onStatus?(head: Head, permitted: T): void;
}

/** Bounds a body both before and after decompression (G-answers). */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Sends single attempts over undici. Never retries, follows redirects or judges answers. */
export class Transport {
  readonly #clock: Clock;
  readonly #connections: Connections;
  readonly #live = new Set<WireAttempt<unknown>>();

  constructor(clock: Clock, connectTimeoutMs: number) {
    this.#clock = clock;
    this.#connections = new Connections(connectTimeoutMs);
  }

  /** Sends one request. Gives the reply and the return value of `permit`, if a byte was written. Never rejects. */
  async send<T>(wire: Wire, watch: Watch<T>): Promise<{ readonly reply: Reply; readonly permitted: T | undefined }> {
    const { method, headers, body = null } = wire;
    const [, origin = "", path = ""] = /^(\w+:\/\/[^/]*)(.*)$/.exec(wire.url) ?? [];
    const agent = this.#connections.to(origin, method);
    const attempt = new WireAttempt<T>(watch);
    this.#live.add(attempt);
    // undici's own timers are coarse, and its body timeout restarts with every chunk.
    const cancelTimer = this.#clock.after(watch.timeoutMs, () => attempt.giveUp("timeout"));
    const onAbort = (): void => {
      if (attempt.permitted === undefined || !watch.outlivesSignal) attempt.giveUp("cancelled");
    };
    watch.signal.addEventListener("abort", onAbort);
    const request = { origin, path, method, headers: { ...headers, "accept-encoding": "gzip" }, body };
    if (watch.signal.aborted) attempt.giveUp("cancelled");
    // Never throws: undici reports every error to the handler.
    else agent.dispatch(request, attempt);
    const reply = await attempt.reply;
    this.#live.delete(attempt);
    cancelTimer();
    watch.signal.removeEventListener("abort", onAbort);
    const complete = "headers" in reply ? reply : { ...reply, proxy: this.#connections.proxyOf(origin) };
    return { reply: complete, permitted: attempt.permitted };
  }

  /** Cancels every attempt under way and closes the connections. */
  async close(): Promise<void> {
    // Cancel first: `destroy` would make undici report these attempts as network errors.
    for (const attempt of this.#live) attempt.giveUp("cancelled");
    await this.#connections.close();
  }
}

/**
 * One attempt as undici reports it: request start (asks `permit`, then the first byte goes), response start (the status
 * line), data, end. An error may come at any point. Settles once, and ignores or aborts whatever comes later.
 */
class WireAttempt<T> implements Dispatcher.DispatchHandler {
  readonly reply: Promise<Reply>;
  /** The return value of `permit`; undefined until the first byte is written. */
  permitted: T | undefined;
  readonly #watch: Watch<T>;
  #settle: (reply: Reply) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #head: Head | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(watch: Watch<T>) {
    this.#watch = watch;
    this.reply = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.permitted !== undefined) {
      // undici restarts a request after a broken connection, but the caller of `send` decides about retries.
      this.#lose({ kind: "lost", sent: true, code: "ECONNRESET" });
    } else {
      if (!this.#isSettled) this.permitted = this.#watch.permit();
      if (this.permitted !== undefined) return;
      this.#lose({ kind: "lost", sent: false, code: WITHHELD });
    }
    controller.abort(new Error("not to be written"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Informational responses (1xx) precede the final one.
    if (this.#isSettled || status < 200 || this.permitted === undefined) return;
    this.#head = { status, headers };
    this.#watch.onStatus?.(this.#head, this.permitted);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= MAX_BODY_BYTES) return;
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: "too_large" });
    controller.abort(new Error("body too large"));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) void decodedReply(this.#head, this.#chunks).then((reply) => this.#finish(reply));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#lose({ kind: "lost", sent: this.permitted !== undefined, code: systemCode(error) });
  }

  giveUp(kind: "timeout" | "cancelled"): void {
    this.#lose({ kind, sent: this.permitted !== undefined });
    this.#controller?.abort(new Error(kind));
  }

  /** Finishes without a body: `broken` if a status line came, else as `reply` says. */
  #lose(reply: Unanswered): void {
    this.#finish(this.#head === undefined ? reply : { kind: "broken", ...this.#head, cause: reply.kind });
  }

  #finish(reply: Reply): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#chunks = [];
    this.#settle(reply);
  }
}

/** Decodes gzip, the only content coding that requests ask for (RFC 9110 section 8.4). */
const gunzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/** Decodes a response body; never rejects. */
async function decodedReply(head: Head, chunks: readonly Buffer[]): Promise<WholeReply | Broken> {
  const packed = Buffer.concat(chunks);
  const coding = (head.headers["content-encoding"] || "identity").toString().trim().toLowerCase();
  if (coding !== "gzip" && coding !== "identity") return { kind: "broken", ...head, cause: "encoding" };
  try {
    const body = coding === "gzip" ? await gunzipped(packed, { maxOutputLength: MAX_BODY_BYTES }) : packed;
    // The text is parsed in the turn that decodes it.
    await letOthersRun(body.length);
    return { kind: "answer", text: new TextDecoder().decode(body), bytes: body.length, ...head };
  } catch (error) {
    const isTooLarge = systemCode(error) === "ERR_BUFFER_TOO_LARGE";
    return { kind: "broken", ...head, cause: isTooLarge ? "too_large" : "encoding" };
  }
}

/** The stable code of a system, TLS or undici error. If several addresses failed, the first one's code. */
function systemCode(error: unknown): string {
  if (typeof error === "object" && error !== null) {
    if ("code" in error && typeof error.code === "string") return error.code;
    if ("errors" in error && Array.isArray(error.errors)) return systemCode(error.errors[0]);
    if ("cause" in error) return systemCode(error.cause);
    if ("name" in error && error.name === "HTTPParserError") return "NOT_HTTP";
  }
  return "UNKNOWN";
}

/** Redacts every known secret in a reply (G-secrets), because the service may echo the token. */
export function redactReply(reply: Reply, log: Log): Reply {
  if (!("headers" in reply)) return reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "object" ? value.map((line) => log.redact(line)) : value && log.redact(value),
    ]),
  );
  return reply.kind === "answer" ? { ...reply, headers, text: log.redact(reply.text) } : { ...reply, headers };
}
