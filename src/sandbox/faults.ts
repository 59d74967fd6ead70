import type { Answer } from "./answer.ts";
import { page, problem } from "./answer.ts";
import type { Delivery } from "./delivery.ts";
import { end, reset } from "./delivery.ts";
import type { Origin, SandboxSettings } from "./settings.ts";

/** A fault as data (JSON). Those of one product are used up in the order given. */
export interface Fault<Kind extends string = FaultKind> {
  readonly product: Origin | "any";
  readonly kind: Kind;
  /** How many requests it befalls; default 1. */
  readonly times?: number | "always";
  /** How long the answer waits (hang: how long until the connection is reset). */
  readonly delayMs?: number;
  /** Whether the operation runs first, and so may bill or create a plan; the kind has its default. */
  readonly processed?: boolean;
  readonly status?: number;
  readonly headers?: Answer["headers"];
  readonly detail?: string;
  readonly retryAfterS?: number;
}

/** What one kind of fault does to a request. */
export interface FaultEffect<F extends Fault<string> = Fault<string>> {
  /** Whether the operation runs first, unless the fault says otherwise. */
  readonly processed: boolean;
  /** The client gets no status line. */
  readonly isSilent?: boolean;
  /** How long the answer waits, where that is not the fault's `delayMs`. */
  delayMs?(fault: F): number;
  /** Changes the service before it answers. */
  prepare?(settings: SandboxSettings): void;
  /** What takes the place of the right answer. */
  replace?(right: Answer, fault: F, origin: Origin): Answer;
  /** How the answer goes out, where not whole. */
  send?(delivery: Delivery, fault: F): Promise<void> | void;
}

/** Kinds of faults by name. */
export type FaultEffects<F extends Fault<string> = Fault<string>> = Readonly<Record<string, FaultEffect<F>>>;

const DEFAULT_SLOW_MS = 3_000;
const DEFAULT_RETRY_AFTER_S = 30;
const HTML = "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

/** The faults of everyday life, which a person may script. */
export const EVERYDAY_FAULTS = {
  /** Problem details with `status` (503), `headers` and `detail`. */
  status: { processed: false, replace: (_right, fault) => problem(fault.status ?? 503, "injected", fault.detail) },
  /** 429 with Retry-After of `retryAfterS` (30). */
  "rate-limit": {
    processed: false,
    replace: (_right, { retryAfterS = DEFAULT_RETRY_AFTER_S, detail }) =>
      problem(429, "rate-limit", detail, { "Retry-After": String(retryAfterS) }),
  },
  /** An HTML page with `status` (200). */
  html: { processed: true, replace: (_right, { status = 200 }) => page(status, "text/html; charset=utf-8", HTML) },
  /** No answer; with `delayMs` the connection is reset after that. */
  hang: {
    processed: false,
    isSilent: true,
    send: ({ response }, { delayMs }) => (delayMs === undefined ? undefined : reset(response)),
  },
  /** The connection is reset in the place of an answer; what was asked is done. */
  reset: { processed: true, isSilent: true, send: ({ response }) => reset(response) },
  /** Half of the JSON, correctly framed. */
  truncate: {
    processed: true,
    send: (delivery) => end(delivery, delivery.body.subarray(0, Math.floor(delivery.body.length / 2))),
  },
  /** The right answer after `delayMs` (3,000). */
  slow: { processed: true, delayMs: ({ delayMs = DEFAULT_SLOW_MS }) => delayMs },
} as const satisfies FaultEffects;

/** The kinds of faults that a person may script. */
export type FaultKind = keyof typeof EVERYDAY_FAULTS;

/** A fault that befalls the present request. */
export interface Befalling {
  readonly fault: Fault<string>;
  readonly effect: FaultEffect;
}

/** The script of faults: which one befalls a request. */
export class FaultScript {
  readonly #effects: FaultEffects;
  readonly #script: (Befalling & { left: number })[] = [];

  constructor(effects: FaultEffects, faults: readonly Fault<string>[]) {
    this.#effects = effects;
    this.add(faults);
  }

  add(faults: readonly Fault<string>[]): void {
    for (const fault of faults) {
      const effect = this.#effects[fault.kind];
      if (effect === undefined) throw new Error(`there is no fault of kind ${fault.kind}`);
      const { times = 1 } = fault;
      this.#script.push({ fault, effect, left: times === "always" ? Number.POSITIVE_INFINITY : times });
    }
  }

  clear(): void {
    this.#script.length = 0;
  }

  /** The fault of the next request of `origin`, used up. */
  next(origin: Origin): Befalling | undefined {
    const due = this.#script.find(
      ({ fault, left }) => left > 0 && (fault.product === origin || fault.product === "any"),
    );
    if (due !== undefined) due.left -= 1;
    return due;
  }
}

/** How long the answer waits for the sake of a fault. */
export function delayMsOf({ fault, effect }: Befalling): number {
  return effect.delayMs?.(fault) ?? fault.delayMs ?? 0;
}

/** Whether the operation runs although the fault befalls the request. */
export function isProcessed({ fault, effect }: Befalling): boolean {
  return fault.processed ?? effect.processed;
}

/** The answer that the fault leaves of the right one. */
export function faulty(right: Answer, { fault, effect }: Befalling, origin: Origin): Answer {
  const answer = effect.replace?.(right, fault, origin) ?? right;
  return { ...answer, headers: { ...answer.headers, ...fault.headers } };
}
