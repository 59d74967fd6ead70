import type { Dispatcher } from "undici";
import Agent from "undici/lib/dispatcher/agent.js";
import type { Clock } from "../runtime/clock.ts";
import { decompress, MAX_BODY_BYTES } from "./decompress.ts";
import { systemCode } from "./system-code.ts";

/** Response headers by lower-case name; a repeated one is a list. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One HTTP request, ready to be sent once. */
export interface Wire {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What became of one attempt. `answer` is a body read whole; of `broken` the status line came, the body did not. */
export type Reply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: ResponseHeaders;
      readonly text: string;
    }
  | {
      readonly kind: "broken";
      readonly status: number;
      readonly headers: ResponseHeaders;
      readonly cause: "lost" | "timeout" | "encoding" | "too_large" | "unsearched" | "cancelled";
    }
  | { readonly kind: "lost"; readonly code: string }
  | { readonly kind: "unsent"; readonly code: string }
  | { readonly kind: "timeout"; readonly sent: boolean }
  | { readonly kind: "cancelled"; readonly sent: boolean };

/** What the sender wants to know while an attempt is under way. */
export interface Watch {
  /** How long the attempt may take, asked anew once that is over: of a shared request it may have grown meanwhile. */
  timeoutMs(): number;
  readonly signal: AbortSignal;
  /**
   * Asked before a connection is sought, and again in the moment before the first byte is written; `false` keeps the
   * request from being sent (reply `unsent`).
   */
  mayStart(): boolean;
  onStart(): void;
  onStatus(status: number, headers: ResponseHeaders): void;
}

/** The reply code of a request that `mayStart` held back. */
export const HELD_BACK = "HELD_BACK";

/**
 * Sends single attempts over undici, without retries, redirects or opinions. Deadlines are our own, on the injected
 * clock: undici's timers are coarse and miss a body that drips.
 */
export class Transport {
  readonly #clock: Clock;
  readonly #reads: Agent;
  readonly #writes: Agent;
  readonly #live = new Set<Attempt>();

  constructor(clock: Clock, connectTimeoutMs: number) {
    this.#clock = clock;
    const options = { connect: { timeout: connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 };
    this.#reads = new Agent(options);
    // A POST never rides on a kept-alive connection: one that has died meanwhile would lose it without proof.
    this.#writes = new Agent({ ...options, pipelining: 0 });
  }

  /** Sends once and says what became of it; never rejects. */
  async send(wire: Wire, watch: Watch): Promise<Reply> {
    // Held back only in the moment of writing, it would cost the connection that it was given.
    if (!watch.mayStart()) return { kind: "unsent", code: HELD_BACK };
    const raw = await this.#dispatch(wire, watch);
    if (raw.kind !== "answer") return raw;
    const { status, headers } = raw;
    const body = await decompress(raw.body, (headers["content-encoding"] ?? "").toString());
    if (body.ok) return { kind: "answer", status, headers, text: body.text };
    return { kind: "broken", status, headers, cause: body.cause };
  }

  /** Gives up every attempt under way and closes the connections. */
  async close(): Promise<void> {
    for (const attempt of this.#live) attempt.giveUp("cancelled");
    await Promise.all([this.#reads.destroy(), this.#writes.destroy()]);
  }

  #dispatch(wire: Wire, watch: Watch): Promise<RawReply> {
    return new Promise((resolve) => {
      const attempt = new Attempt(watch, (reply) => {
        this.#live.delete(attempt);
        cancelTimer();
        watch.signal.removeEventListener("abort", onAbort);
        resolve(reply);
      });
      this.#live.add(attempt);
      const onAbort = (): void => {
        // A plan may exist once its first byte is written: what became of it is worth more than the caller's patience.
        if (wire.method !== "POST" || !attempt.hasStarted) attempt.giveUp("cancelled");
      };
      const startedMs = this.#clock.monotonicMs();
      const leftMs = (): number => startedMs + watch.timeoutMs() - this.#clock.monotonicMs();
      let cancelTimer: () => void = () => undefined;
      const arm = (): void => {
        cancelTimer = this.#clock.after(leftMs(), () => {
          if (leftMs() > 0) arm();
          else attempt.giveUp("timeout");
        });
      };
      arm();
      if (watch.signal.aborted) {
        attempt.giveUp("cancelled");
        return;
      }
      watch.signal.addEventListener("abort", onAbort);
      const agent = wire.method === "POST" ? this.#writes : this.#reads;
      // Never throws: undici tells the handler whatever keeps it from sending.
      agent.dispatch(
        {
          origin: wire.url.origin,
          path: wire.url.pathname + wire.url.search,
          method: wire.method,
          headers: { ...wire.headers, "accept-encoding": "gzip, br" },
          body: wire.body ?? null,
        },
        attempt,
      );
    });
  }
}

type RawReply =
  | Exclude<Reply, { kind: "answer" }>
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: ResponseHeaders;
      readonly body: Buffer;
    };

/** One attempt as undici reports it. Settles once; whatever comes later is aborted or ignored. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #watch: Watch;
  readonly #settle: (reply: RawReply) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #started = false;
  #settled = false;
  #head: { readonly status: number; readonly headers: ResponseHeaders } | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(watch: Watch, settle: (reply: RawReply) => void) {
    this.#watch = watch;
    this.#settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici may start a request anew after a connection broke under it; whether that is allowed is ours to decide.
    const again = this.#started;
    this.#controller = controller;
    if (!this.#settled && !again && this.#watch.mayStart()) {
      this.#started = true;
      this.#watch.onStart();
      return;
    }
    this.#finish(again ? { kind: "lost", code: "ECONNRESET" } : { kind: "unsent", code: HELD_BACK });
    controller.abort(new Error("held back"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Informational answers (1xx) come before the real one.
    if (this.#settled || status < 200) return;
    this.#head = { status, headers };
    this.#watch.onStatus(status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= MAX_BODY_BYTES) return;
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: "too_large" });
    controller.abort(new Error("body too large"));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#finish({ kind: "answer", ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: "lost" });
    else this.#finish({ kind: this.#started ? "lost" : "unsent", code: systemCode(error) });
  }

  get hasStarted(): boolean {
    return this.#started;
  }

  giveUp(why: "timeout" | "cancelled"): void {
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: why });
    else this.#finish({ kind: why, sent: this.#started });
    this.#controller?.abort(new Error(why));
  }

  #finish(reply: RawReply): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#chunks = [];
    this.#settle(reply);
  }
}
