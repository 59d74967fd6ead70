import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { parseJson } from "../../domain/record.ts";
import type { AttemptOutcome } from "../attempt/judge.ts";
import { firstHeader } from "../attempt/problem.ts";
import { type Answered, hasStatus, type Reply } from "../attempt/reply.ts";
import type { ContractDrift } from "../contract/drift.ts";
import { departures, problemDetails } from "../contract/schema.ts";
import type { ApiOptions } from "../model/api.ts";

/** Headers with which the service announces the end of a version (service.md 9.3; RFC 9745, RFC 8594). */
const ANNOUNCEMENTS = ["deprecation", "sunset"] as const;

/** Failures that the question causes, such as an unknown number. The operator need not act on them. */
const EXPECTED: ReadonlySet<Failure["kind"]> = new Set(["invalid_request", "not_found"]);

export interface LoggedAttempt {
  readonly reply: Reply;
  readonly outcome: AttemptOutcome;
  readonly requestId: string | undefined;
  readonly attempt: number;
  /** Includes the wait for a slot, but not the wait for a token. */
  readonly tookMs: number;
}

type LogParts = Pick<ApiOptions, "log" | "observer"> & { readonly drift: ContractDrift };

/** Logs one line per attempt (G-tracing) and counts contract drift. Omits URL and body, which may name a package. */
export function requestLog({ log, observer, drift }: LogParts): (product: Product, attempt: LoggedAttempt) => void {
  const announced = new Set<string>();

  function inspect(product: Product, reply: Answered): void {
    const { status, headers } = reply;
    for (const header of ANNOUNCEMENTS) {
      const value = firstHeader(headers, header);
      if (value === undefined || announced.has(`${product} ${header}`)) continue;
      announced.add(`${product} ${header}`);
      log.warn({ product, [header]: cleanText(value, 100) }, "the service announces the end of this version");
    }
    // A truncated body cannot show which members the service omitted.
    if (status < 400 || reply.kind === "broken") return;
    const schema = problemDetails(status, firstHeader(headers, "x-request-id"));
    drift.count(departures(`${product}.problem`, schema, parseJson(reply.text)));
  }

  return (product, { reply, outcome, requestId, attempt, tookMs }) => {
    const fields = {
      product,
      attempt,
      tookMs: Math.round(tookMs),
      ...(hasStatus(reply) ? { status: reply.status, requestId } : { lost: reply.kind }),
      ...(outcome.ok ? {} : { failure: outcome.failure.kind }),
      ...("code" in reply ? { code: reply.code } : {}),
    };
    observer?.attempted(product, hasStatus(reply) ? reply.status : reply.kind, tookMs);
    if (outcome.ok) log.info(fields, "request answered");
    else log[EXPECTED.has(outcome.failure.kind) ? "info" : "warn"](fields, "request failed");
    if (!hasStatus(reply)) return;
    if (requestId === undefined) drift.count([`${product}: X-Request-Id missing`]);
    inspect(product, reply);
  };
}
