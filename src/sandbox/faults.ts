import type { Random } from "./random.ts";
import { seededRandom } from "./random.ts";
import type { Origin } from "./settings.ts";
import { ORIGINS } from "./settings.ts";

/** Every kind of fault, and whether the operation runs first (and so may bill, or create a plan) unless `processed` says otherwise. */
export const FAULT_KINDS = {
  /** No fault: lets a request through, to reach the next one. */
  pass: true,
  /** `status` with `headers`, and problem details, or `body`, or none. */
  status: false,
  /** The right answer's status and headers, but `body` (any JSON) instead of its own. */
  body: true,
  /** No answer at all; with `delayMs` the connection is reset after that. */
  hang: false,
  /** Half of the body, then nothing more; with `status` of problem details. */
  hangBody: true,
  /** The right answer, or with `status` problem details, a byte every `delayMs` (default one second). */
  drip: true,
  /** The connection is reset after the request was read. */
  reset: true,
  /** The connection is reset inside the body; with `status` inside problem details. */
  resetBody: true,
  /** Half of the JSON, correctly framed. */
  truncate: true,
  /** A Content-Length that is `offsetBytes` (default 64) off, then the end of the connection. */
  wrongLength: true,
  /** An HTML page, `status` (default 200). */
  html: true,
  /** No body, `status` (default 200). */
  empty: true,
  /** JSON of the wrong shape: `data` a text, a plan or package an array, a token a number. */
  wrongShape: true,
  /** Without `meta`; a token without `expires_in`, a plan or package without its identifiers. */
  noMeta: true,
  /** The right body as `contentType` (default text/plain). */
  badContentType: true,
  /** A right answer of 33 MiB. */
  huge: true,
  /** The same of 50 MB, in some 50 kB of gzip. */
  bomb: true,
  /** Content-Encoding gzip over what is cut short and damaged. */
  brokenGzip: true,
  /** 307 (or `status`) to `location`. */
  redirect: false,
  /** X-Request-Id, Content-Type and Retry-After twice, with differing values. */
  duplicateHeaders: true,
  /** Problem details that tell another status than the status line. */
  problemStatusMismatch: false,
  /** The right answer with hostile free text: control characters, escapes, bidi overrides, instructions, 100 kB. */
  hostileText: true,
  /** The right answer with fields, enum values and levels that no specification shows. */
  unknownFields: true,
  /** The right answer; from it on `meta.generatedAt` has moved. */
  newData: true,
  /** The right answer; then the idle connection is closed without a word. */
  closeAfter: true,
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** A fault as data (JSON). Those of one product are consumed in the order given. */
export interface Fault {
  readonly product: Origin | "any";
  readonly kind: FaultKind;
  /** How many requests it befalls; default 1. */
  readonly times?: number | "always";
  /** Waits so long before the answer begins (hang: before the reset; drip: between bytes). */
  readonly delayMs?: number;
  /** Whether the operation runs, with all it does and bills; the default is in FAULT_KINDS. */
  readonly processed?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly contentType?: string;
  /** False: an error without problem details. */
  readonly problem?: boolean;
  readonly detail?: string;
  /** False: without X-Request-Id. */
  readonly requestId?: boolean;
  readonly location?: string;
  readonly offsetBytes?: number;
}

/** Probability of each kind for each request; `status` then draws one of 429, 500, 502, 503 and 504. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

const DRAWN_STATUSES = [429, 500, 502, 503, 504];

interface Scheduled {
  readonly fault: Fault;
  left: number;
}

/** Which fault befalls a request: the script first, then the dice. */
export class FaultPlan {
  readonly #script: Scheduled[] = [];
  readonly #rates: readonly (readonly [FaultKind, number])[];
  readonly #dice: ReadonlyMap<Origin, Random>;

  constructor(seed: number, faults: readonly Fault[], rates: FaultRates) {
    this.#rates = Object.entries(rates).flatMap(([kind, rate]) =>
      isFaultKind(kind) && rate > 0 ? [[kind, rate] as const] : [],
    );
    // A sequence for each product: how calls of two products interleave does not change what befalls either.
    this.#dice = new Map(ORIGINS.map((origin) => [origin, seededRandom(seed, `faults ${origin}`)]));
    this.add(faults);
  }

  add(faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.#script.push({ fault, left: fault.times === "always" ? Number.POSITIVE_INFINITY : (fault.times ?? 1) });
    }
  }

  /** Forgets the script. */
  clear(): void {
    this.#script.length = 0;
  }

  /** The fault of the next request of `origin`, consumed. */
  next(origin: Origin): Fault | undefined {
    // Drawn for every request, so that a longer script does not shift what the dice bring later.
    const byChance = this.#draw(origin);
    const due = this.#script.find(
      ({ fault, left }) => left > 0 && (fault.product === origin || fault.product === "any"),
    );
    if (due !== undefined) {
      due.left -= 1;
      return due.fault;
    }
    return byChance;
  }

  #draw(origin: Origin): Fault | undefined {
    const random = this.#dice.get(origin);
    if (random === undefined || this.#rates.length === 0) return undefined;
    let rest = random();
    const choice = random();
    for (const [kind, rate] of this.#rates) {
      if (rest < rate) return drawn(origin, kind, choice);
      rest -= rate;
    }
    return undefined;
  }
}

function drawn(origin: Origin, kind: FaultKind, choice: number): Fault {
  if (kind !== "status") return { product: origin, kind };
  const status = DRAWN_STATUSES[Math.floor(choice * DRAWN_STATUSES.length)] ?? 503;
  return { product: origin, kind, status, ...(status === 429 ? { headers: { "Retry-After": "1" } } : {}) };
}

export function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(FAULT_KINDS, text);
}

/** Whether the operation runs although this fault befalls the request. */
export function isProcessed(fault: Fault): boolean {
  return fault.processed ?? FAULT_KINDS[fault.kind];
}
