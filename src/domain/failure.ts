import type { ConfigProblem } from "./configuration.ts";
import type { Origin, Product } from "./product.ts";

export interface ArgumentProblem {
  /** A dotted path such as `destination.state`; absent if the message names the parameter itself. */
  readonly parameter?: string;
  readonly message: string;
}

/** Problem details (RFC 9457, service.md 7), cleaned and bounded. A missing member counts as drift. */
export interface ProblemDetails {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
}

/** The evidence of a failed request. All but `product` comes from the service's answer, if it sent one. */
interface Evidence {
  readonly product: Origin;
  readonly status?: number;
  readonly problem?: ProblemDetails;
  readonly requestId?: string;
}

/** A proxy on the way to the service. */
export interface ProxyAddress {
  /** Host and port, without credentials. */
  readonly address: string;
  /** The environment variable that names it. */
  readonly variable: string;
}

type RefusalKind =
  | "invalid_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "unavailable"
  | "upstream_error";

/** The kind of failure for each HTTP status (G-errors); any other error status is an `upstream_error`. */
export const KIND_OF_STATUS = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "invalid_request",
  429: "rate_limited",
  502: "unavailable",
  503: "unavailable",
} as const satisfies Readonly<Record<number, RefusalKind>>;

/** An error answer of the service. */
export type Refused = {
  [Kind in RefusalKind]: Evidence & { readonly kind: Kind; readonly status: number };
}[RefusalKind];

/** Every failure of a call. G-errors lists the kinds. */
export type Failure = (
  | { readonly kind: "invalid_arguments"; readonly problems: readonly ArgumentProblem[] }
  | { readonly kind: "configuration"; readonly product?: Origin; readonly problems: readonly ConfigProblem[] }
  | Refused
  /** A known cool-down lasts beyond the caller's deadline, so coldroute sent nothing. */
  | (Evidence & { readonly kind: "rate_limited"; readonly waitMs: number; readonly status?: undefined })
  /** The access token had expired before its exchange was over. */
  | (Evidence & { readonly kind: "unauthorized"; readonly lifeMs: number; readonly status?: undefined })
  /** `code` is a stable system code such as ECONNREFUSED; `sent` is true if the request had started. */
  | (Evidence & {
      readonly kind: "network";
      readonly code: string;
      readonly sent: boolean;
      readonly proxy?: ProxyAddress;
    })
  | (Evidence & {
      readonly kind: "timeout";
      readonly afterMs: number;
      readonly sent: boolean;
      readonly proxy?: ProxyAddress;
    })
  | (Evidence & { readonly kind: "unexpected_response"; readonly what: string })
  | (Evidence & { readonly kind: "outcome_unknown" })
  | ({ readonly kind: "billing_limit"; readonly product: Product; readonly limit: number } & (
      | { readonly scope: "day"; readonly waitMs: number }
      /** The share of one HTTP caller. `owner` is the operator's name for the caller. */
      | { readonly scope: "caller"; readonly owner?: string | undefined; readonly waitMs: number }
      | { readonly scope: "call" }
    ))
  | { readonly kind: "cancelled"; readonly product?: Origin }
  | { readonly kind: "internal"; readonly reference: string }
) &
  Partial<Evidence> & {
    /** How long the service, or a cool-down that coldroute remembers, holds back further requests. */
    readonly waitMs?: number;
    /** Present if coldroute did not send the request again, because an equal one ended so that long ago. */
    readonly repeatedAfterMs?: number;
    /** What is odd about the client secret that the token endpoint refused, in words. Never the secret. */
    readonly oddSecret?: string;
  };

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

/** True if the service was unreachable, busy or gave no proper answer: a later attempt may succeed. */
export function failureMayPass(failure: Failure): boolean {
  return PASSING.has(failure.kind) || (failure.kind === "upstream_error" && failure.status >= 500);
}

/** Raises the wait of a failure that may pass to the rest of a cool-down. Until then coldroute sends nothing. */
export function notBefore(failure: Failure, coolDownMs: number): Failure {
  return failureMayPass(failure) && coolDownMs > (failure.waitMs ?? 0) ? { ...failure, waitMs: coolDownMs } : failure;
}

/** True if the service may have billed the response, and may bill a retry: it bills each 2xx (service.md 1.5). */
export function isPerhapsBilled(failure: Failure): boolean {
  return failure.kind === "unexpected_response" && failure.product !== "token" && (failure.status ?? 0) < 300;
}
