import type { Failure, ProblemDetails } from "../../domain/failure.ts";
import type { Origin } from "../../domain/product.ts";
import { defined } from "../../domain/record.ts";
import { failureWords } from "./failure-words.ts";

/** A failure for programs: `_meta["coldroute/error"]`. */
export type FailureFacts = ReturnType<typeof failureFacts>;

/** The members that a failure may have, whatever its kind. */
interface FailureMembers extends Pick<Failure, "kind"> {
  readonly product?: Origin | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly problem?: ProblemDetails | undefined;
}

export function failureFacts(failure: Failure) {
  const { kind, product, status, requestId, problem: { title, detail } = {} }: FailureMembers = failure;
  const { retryable, waitMs } = failureWords(failure);
  const retryAfterSeconds = waitMs === undefined || !retryable ? undefined : Math.max(0, Math.ceil(waitMs / 1000));
  return {
    kind,
    ...defined({ product, status, title, detail, requestId }),
    retryable,
    ...defined({ retryAfterSeconds }),
  };
}
