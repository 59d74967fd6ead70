import type { Dispatcher } from "undici";
import type { Clock } from "../../runtime/clock.ts";
import { Connections } from "./connections.ts";
import {
  decodedReply,
  type Head,
  hasStatus,
  MAX_BODY_BYTES,
  type NoResponse,
  type Reply,
  type ResponseHeaders,
} from "./reply.ts";

export interface Wire {
  readonly method: "GET" | "POST";
  /** Absolute and normalized, with a path and no fragment. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Watch {
  /** Bounds the whole attempt, from connecting to decoding the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** If true, aborting `signal` ends the attempt only before its first byte. */
  readonly outlivesSignal: boolean;
  /** Called in the tick that writes the first byte. If false, no byte goes out, and the attempt is lost as `WITHHELD`. */
  commit(): boolean;
  onStatus?(head: Head): void;
}

export const WITHHELD = "WITHHELD";

/** Sends single attempts over undici. Never retries, follows redirects or judges answers. */
export class Transport {
  readonly #clock: Clock;
  readonly #connections: Connections;
  readonly #live = new Set<WireAttempt>();

  constructor(clock: Clock, connectTimeoutMs: number) {
    this.#clock = clock;
    this.#connections = new Connections(connectTimeoutMs);
  }

  /** Never rejects. */
  async send(wire: Wire, watch: Watch): Promise<Reply> {
    const { method, headers, body = null } = wire;
    const [, origin = "", path = ""] = /^(\w+:\/\/[^/]*)(.*)$/.exec(wire.url) ?? [];
    const agent = this.#connections.to(origin, method);
    const attempt = new WireAttempt(watch, this.#clock);
    this.#live.add(attempt);
    // undici's own timers are coarse, and its body timeout restarts with every chunk.
    const cancelTimer = this.#clock.after(watch.timeoutMs, () => attempt.giveUp({ kind: "timeout" }));
    const onAbort = (): void => {
      if (attempt.sentMs === undefined || !watch.outlivesSignal) attempt.giveUp({ kind: "cancelled" });
    };
    watch.signal.addEventListener("abort", onAbort);
    const request = { origin, path, method, headers: { ...headers, "accept-encoding": "gzip" }, body };
    if (watch.signal.aborted) attempt.giveUp({ kind: "cancelled" });
    // Never throws: undici reports every error to the handler.
    else agent.dispatch(request, attempt);
    const reply = await attempt.reply;
    this.#live.delete(attempt);
    cancelTimer();
    watch.signal.removeEventListener("abort", onAbort);
    return hasStatus(reply) ? reply : { ...reply, proxy: this.#connections.proxyOf(origin) };
  }

  async close(): Promise<void> {
    // Cancel first: `destroy` would make undici report these attempts as network errors.
    for (const attempt of this.#live) attempt.giveUp({ kind: "cancelled" });
    await this.#connections.close();
  }
}

/**
 * One attempt as undici reports it: request start (calls `commit`, then the first byte goes), response start (the status
 * line), data, end. An error may come at any point. Ends once, and ignores or aborts whatever comes later.
 */
class WireAttempt implements Dispatcher.DispatchHandler {
  readonly reply: Promise<Reply>;
  sentMs: number | undefined;
  readonly #watch: Watch;
  readonly #clock: Clock;
  #resolve: (reply: Reply) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #hasEnded = false;
  #head: Head | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(watch: Watch, clock: Clock) {
    this.#watch = watch;
    this.#clock = clock;
    this.reply = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new Error("ended before its first byte"));
    // undici restarts a request after a broken connection, but the caller of `send` decides about retries.
    else if (this.sentMs !== undefined) this.giveUp({ kind: "lost", code: "ECONNRESET" });
    else if (this.#watch.commit()) this.sentMs = this.#clock.monotonicMs();
    else this.giveUp({ kind: "lost", code: WITHHELD });
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Informational responses (1xx) precede the final one.
    if (this.#hasEnded || status < 200 || this.sentMs === undefined) return;
    this.#head = { status, headers, sentMs: this.sentMs };
    this.#watch.onStatus?.(this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= MAX_BODY_BYTES) return;
    if (this.#head !== undefined) this.#end({ kind: "broken", ...this.#head, cause: "too_large" });
    controller.abort(new Error("body too large"));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) void decodedReply(this.#head, this.#chunks).then((reply) => this.#end(reply));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#endWithoutResponse({ kind: "lost", code: systemCode(error) });
  }

  giveUp(end: NoResponse): void {
    this.#endWithoutResponse(end);
    this.#controller?.abort(new Error("given up"));
  }

  #endWithoutResponse(end: NoResponse): void {
    if (this.#head === undefined) this.#end({ ...end, sentMs: this.sentMs });
    else this.#end({ kind: "broken", ...this.#head, cause: end.kind });
  }

  #end(reply: Reply): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#chunks = [];
    this.#resolve(reply);
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
