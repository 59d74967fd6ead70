import { page, problem, type ServiceAnswer } from "./answer.ts";
import { type Delivery, end, reset } from "./delivery.ts";
import type { Origin, SandboxSettings } from "./settings.ts";

/** A fault as JSON data. The faults of a product occur in the given order. */
export interface Fault<Kind extends string = FaultKind> {
  readonly product: Origin | "any";
  readonly kind: Kind;
  /** The number of requests that the fault hits; default 1. */
  readonly times?: number | "always";
  /** The delay of the answer. For `hang`, the time until the sandbox resets the connection. */
  readonly delayMs?: number;
  /** Whether the operation runs, so that it may bill or create a plan. The kind sets the default. */
  readonly processed?: boolean;
  readonly status?: number;
  readonly headers?: ServiceAnswer["headers"];
  readonly detail?: string;
  readonly retryAfterS?: number;
}

/** The effect of one kind of fault on a request. */
export interface FaultEffect<F extends Fault<string> = Fault<string>> {
  /** The default of the fault's `processed`. */
  readonly processed: boolean;
  /** The client gets no status line. */
  readonly isSilent?: boolean;
  /** The delay of the answer; default: the fault's `delayMs`, else none. */
  delayMs?(fault: F): number;
  /** Changes the service before it answers. */
  prepare?(settings: SandboxSettings): void;
  /** Replaces the correct answer. */
  replace?(right: ServiceAnswer, fault: F, origin: Origin): ServiceAnswer;
  /** Sends something other than the whole answer. */
  send?(delivery: Delivery, fault: F): Promise<void> | void;
}

export type FaultEffects<F extends Fault<string> = Fault<string>> = Readonly<Record<string, FaultEffect<F>>>;

const DEFAULT_SLOW_MS = 3_000;
const DEFAULT_RETRY_AFTER_S = 30;
const HTML = "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

/** Common faults, which users may script with `--faults`. */
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
  /** No answer. With `delayMs`, the sandbox resets the connection after that time. */
  hang: {
    processed: false,
    isSilent: true,
    send: ({ response }, { delayMs }) => (delayMs === undefined ? undefined : reset(response)),
  },
  /** The service runs the operation, then resets the connection. */
  reset: { processed: true, isSilent: true, send: ({ response }) => reset(response) },
  /** Half of the JSON, correctly framed. */
  truncate: {
    processed: true,
    send: (delivery) => end(delivery, delivery.body.subarray(0, Math.floor(delivery.body.length / 2))),
  },
  /** The correct answer after `delayMs` (3,000). */
  slow: { processed: true, delayMs: ({ delayMs = DEFAULT_SLOW_MS }) => delayMs },
} as const satisfies FaultEffects;

export type FaultKind = keyof typeof EVERYDAY_FAULTS;

/** A fault that hits the current request. */
export interface FaultHit {
  readonly fault: Fault<string>;
  readonly effect: FaultEffect;
}

/** Decides which fault hits a request. */
export function faultScript(effects: FaultEffects) {
  const script: (FaultHit & { left: number })[] = [];
  return {
    add: (faults: readonly Fault<string>[]): void => {
      for (const fault of faults) {
        const effect = effects[fault.kind];
        if (effect === undefined) throw new Error(`there is no fault of kind ${fault.kind}`);
        const { times = 1 } = fault;
        script.push({ fault, effect, left: times === "always" ? Number.POSITIVE_INFINITY : times });
      }
    },
    clear: (): void => void script.splice(0),
    /** Takes the fault for the next request to `origin` from the script. */
    next: (origin: Origin): FaultHit | undefined => {
      const due = script.find(({ fault, left }) => left > 0 && [origin, "any"].includes(fault.product));
      if (due !== undefined) due.left -= 1;
      return due;
    },
  };
}

export function delayMsOf({ fault, effect }: FaultHit): number {
  return effect.delayMs?.(fault) ?? fault.delayMs ?? 0;
}

/** Whether the operation runs despite the fault. */
export function isProcessed({ fault, effect }: FaultHit): boolean {
  return fault.processed ?? effect.processed;
}

/** The answer as the fault changes it. */
export function faulty(right: ServiceAnswer, { fault, effect }: FaultHit, origin: Origin): ServiceAnswer {
  const answer = effect.replace?.(right, fault, origin) ?? right;
  return { ...answer, headers: { ...answer.headers, ...fault.headers } };
}
