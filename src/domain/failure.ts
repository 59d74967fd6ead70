import type { Origin, Product } from "./product.ts";

/** One thing wrong with the configuration. `variable` is the environment variable's name; `message` never holds its value. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

/** One thing wrong with a tool's arguments. */
export interface ArgumentProblem {
  /** A dotted path such as `destination.state`; absent where the message is a sentence that names it. */
  readonly parameter?: string;
  readonly message: string;
}

/**
 * Problem details (RFC 9457, service.md 7), cleaned and bounded. Every member is optional: what is missing counts as
 * drift.
 */
export interface ProblemDetails {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
}

/** The evidence of a failed request: its answer's statements, where one came. */
interface Evidence {
  readonly product: Origin;
  readonly status?: number;
  readonly problem?: ProblemDetails;
  readonly requestId?: string;
}

type RefusalKind =
  | "invalid_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "upstream_error";

/** Kinds of failure by the status that they stand for (G-errors); any other error is an `upstream_error`. */
export const KIND_OF_STATUS = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  429: "rate_limited",
  502: "unavailable",
  503: "unavailable",
} as const satisfies Readonly<Record<number, RefusalKind>>;

/** An error answer. */
export type Refused = {
  [Kind in RefusalKind]: Evidence & { readonly kind: Kind; readonly status: number };
}[RefusalKind];

/** Everything that can go wrong, as values with their evidence. The kinds are the contract's (G-errors). */
export type Failure = (
  | { readonly kind: "invalid_arguments"; readonly problems: readonly ArgumentProblem[] }
  /** No `problems`: the URL of `product` is not configured. */
  | { readonly kind: "configuration"; readonly product?: Origin; readonly problems: readonly ConfigProblem[] }
  | Refused
  /** A wait that was known already: nothing was sent. */
  | (Evidence & { readonly kind: "rate_limited"; readonly waitMs: number; readonly status?: undefined })
  /** An access token that had expired before its exchange was over. */
  | (Evidence & { readonly kind: "unauthorized"; readonly lifeMs: number; readonly status?: undefined })
  /** `code` is a stable system code such as ECONNREFUSED; `sent` tells whether the request had started. */
  | (Evidence & { readonly kind: "network"; readonly code: string; readonly sent: boolean })
  | (Evidence & { readonly kind: "timeout"; readonly afterMs: number; readonly sent: boolean })
  | (Evidence & { readonly kind: "unexpected_response"; readonly what: string })
  | (Evidence & { readonly kind: "outcome_unknown" })
  /** `isUnshared`: what the account's other processes have spent is not known, so nothing more may be. */
  | ({
      readonly kind: "billing_limit";
      readonly product: Product;
      readonly limit: number;
      readonly isUnshared?: boolean;
    } & (
      | { readonly scope: "day"; readonly waitMs: number }
      /** The share of one caller of HTTP. `owner`: the operator's name for it. */
      | { readonly scope: "caller"; readonly owner?: string | undefined; readonly waitMs: number }
      | { readonly scope: "call" }
    ))
  | { readonly kind: "cancelled"; readonly product?: Origin }
  | { readonly kind: "internal"; readonly reference: string }
) &
  Partial<Evidence> & {
    /** How long the service, or our own memory of its refusal, holds further requests back. */
    readonly waitMs?: number;
  };

/** Success or failure, as a value. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

const PASSING: ReadonlySet<Failure["kind"]> = new Set([
  "network",
  "timeout",
  "rate_limited",
  "unavailable",
  "unexpected_response",
]);

/** Whether the service was out of reach or gave no proper answer, rather than refused. */
export function failureMayPass(failure: Failure): boolean {
  return PASSING.has(failure.kind) || (failure.kind === "upstream_error" && failure.status >= 500);
}

/** A failure that may pass, told with no shorter wait than `restMs`: until then nothing is sent. */
export function notBefore(failure: Failure, restMs: number): Failure {
  return failureMayPass(failure) && restMs > (failure.waitMs ?? 0) ? { ...failure, waitMs: restMs } : failure;
}

/** Whether a response may have been billed, and may be again: a 2xx status line counts as billed (service.md 1.5). */
export function isPerhapsBilled(failure: Failure): boolean {
  return failure.kind === "unexpected_response" && failure.product !== "token" && (failure.status ?? 0) < 300;
}
