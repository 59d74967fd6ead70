import type { Failure, Origin } from "../../api/failure.ts";
import type { ProblemDetails } from "../../api/problem.ts";
import { failureWords } from "./failure-words.ts";

/** What a failure may tell, cleaned where it was received. */
interface Told {
  readonly kind: Failure["kind"];
  readonly product?: Origin | undefined;
  readonly status?: number | undefined;
  readonly problem?: ProblemDetails;
  readonly requestId?: string;
}

/** A failure for programs: `_meta["coldroute/error"]`. What is not known is undefined, which JSON leaves out. */
export type FailureFacts = ReturnType<typeof failureFacts>;

export function failureFacts(failure: Failure) {
  const { kind, product, status, problem, requestId }: Told = failure;
  const { retryable, waitMs } = failureWords(failure);
  return {
    kind,
    product,
    status,
    title: problem?.title,
    detail: problem?.detail,
    requestId,
    retryable,
    retryAfterSeconds: retryable && waitMs !== undefined ? Math.max(0, Math.ceil(waitMs / 1000)) : undefined,
  };
}
