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

/** Status line and headers. */
export interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** Of `broken` the status line came, the body did not. */
type Unanswered =
  | ({
      readonly kind: "broken";
      readonly cause: "lost" | "timeout" | "encoding" | "too_large" | "cancelled";
    } & Head)
  | { readonly kind: "lost"; readonly code: string }
  | { readonly kind: "unsent"; readonly code: string }
  | { readonly kind: "timeout"; readonly sent: boolean }
  | { readonly kind: "cancelled"; readonly sent: boolean };

/** What became of one attempt. `answer` is a body read whole, of so many bytes. */
export type Reply = Unanswered | ({ readonly kind: "answer"; readonly text: string; readonly bytes: number } & Head);

/** What the sender decides and wants to know while an attempt is under way. */
export interface Watch {
  /** How long the attempt may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether the attempt goes on when `signal` is aborted after its first byte was written. */
  readonly outlivesSignal: boolean;
  /**
   * Asked in the tick in which the first byte is written; `false` keeps the request from being sent (reply `unsent`). A
   * store that several processes share would have to be asked before a connection is sought.
   */
  admit(): boolean;
  onStatus(head: Head): void;
}

/** The code of an `unsent` reply to a request that `admit` held back. */
export const HELD_BACK = "HELD_BACK";

/**
 * Sends single attempts over undici, without retries, redirects or opinions. Deadlines are our own, on the injected
 * clock: undici's timers are coarse and miss a body that drips.
 */
export class Transport {
  readonly #clock: Clock;
  readonly #connectTimeoutMs: number;
  readonly #agents = new Map<string, Promise<Dispatcher>>();
  readonly #live = new Set<Attempt>();
  #isClosed = false;

  constructor(clock: Clock, connectTimeoutMs: number) {
    this.#clock = clock;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  /** Sends once and says what became of it; never rejects. */
  async send(wire: Wire, watch: Watch): Promise<Reply> {
    const raw = await this.#dispatch(await this.#agentFor(wire), wire, watch);
    if (raw.kind !== "raw") return raw;
    const { status, headers, body } = raw;
    const unpacked = await decompress(body, (headers["content-encoding"] ?? "").toString());
    if (!unpacked.ok) return { kind: "broken", status, headers, cause: unpacked.cause };
    const text = new TextDecoder().decode(unpacked.body);
    return { kind: "answer", status, headers, text, bytes: unpacked.body.length };
  }

  /** Gives up every attempt under way and closes the connections; nothing is sent afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const attempt of this.#live) attempt.giveUp("cancelled");
    await Promise.all([...this.#agents.values()].map(async (agent) => (await agent).destroy()));
  }

  /** What is on this machine, the embedded sandbox too, is never asked through a proxy. */
  #agentFor({ url, method }: Wire): Promise<Dispatcher> {
    const isDirect = isLoopback(url) || !hasProxy();
    const key = `${isDirect} ${method}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const options = { connect: { timeout: this.#connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 };
    // A POST never rides on a kept-alive connection: one that has died meanwhile would lose it without proof.
    const own = method === "POST" ? { ...options, pipelining: 0 } : options;
    // Loaded when it is needed: it takes the whole of undici.
    const agent = isDirect
      ? Promise.resolve(new Agent(own))
      : import("undici").then(({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent(own));
    this.#agents.set(key, agent);
    return agent;
  }

  #dispatch(agent: Dispatcher, wire: Wire, watch: Watch): Promise<RawReply> {
    return new Promise((resolve) => {
      const attempt = new Attempt(watch, (reply) => {
        this.#live.delete(attempt);
        cancelTimer();
        watch.signal.removeEventListener("abort", onAbort);
        resolve(reply);
      });
      this.#live.add(attempt);
      const onAbort = (): void => {
        if (!attempt.isStarted || !watch.outlivesSignal) attempt.giveUp("cancelled");
      };
      const cancelTimer = this.#clock.after(watch.timeoutMs, () => attempt.giveUp("timeout"));
      if (watch.signal.aborted || this.#isClosed) {
        attempt.giveUp("cancelled");
        return;
      }
      watch.signal.addEventListener("abort", onAbort);
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

/** Whether `EnvHttpProxyAgent`, which reads these itself, would ask a proxy for anything. */
function hasProxy(): boolean {
  // biome-ignore lint/style/noProcessEnv: undici reads the proxies from there, and from nowhere else
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = process.env;
  return [HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy].some((proxy) => proxy !== undefined && proxy !== "");
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}

type RawReply = Unanswered | ({ readonly kind: "raw"; readonly body: Buffer } & Head);

/** One attempt as undici reports it. Settles once; whatever comes later is aborted or ignored. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #watch: Watch;
  readonly #settle: (reply: RawReply) => void;
  #controller: Dispatcher.DispatchController | undefined;
  isStarted = false;
  #isSettled = false;
  #head: Head | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(watch: Watch, settle: (reply: RawReply) => void) {
    this.#watch = watch;
    this.#settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici may start a request anew after a connection broke under it; whether that is allowed is ours to decide.
    const isAgain = this.isStarted;
    this.#controller = controller;
    if (!this.#isSettled && !isAgain && this.#watch.admit()) {
      this.isStarted = true;
      return;
    }
    this.#finish(isAgain ? { kind: "lost", code: "ECONNRESET" } : { kind: "unsent", code: HELD_BACK });
    controller.abort(new Error("held back"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Informational answers (1xx) come before the real one.
    if (this.#isSettled || status < 200) return;
    this.#head = { status, headers };
    this.#watch.onStatus(this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= MAX_BODY_BYTES) return;
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: "too_large" });
    controller.abort(new Error("body too large"));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#finish({ kind: "raw", ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: "lost" });
    else this.#finish({ kind: this.isStarted ? "lost" : "unsent", code: systemCode(error) });
  }

  giveUp(why: "timeout" | "cancelled"): void {
    if (this.#head !== undefined) this.#finish({ kind: "broken", ...this.#head, cause: why });
    else this.#finish({ kind: why, sent: this.isStarted });
    this.#controller?.abort(new Error(why));
  }

  #finish(reply: RawReply): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#chunks = [];
    this.#settle(reply);
  }
}
