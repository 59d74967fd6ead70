import type { Failure } from "../../domain/failure.ts";
import { defined } from "../../domain/record.ts";
import { failureWords } from "./failure-words.ts";

/** A failure for programs: `_meta["coldroute/error"]`. */
export type FailureFacts = ReturnType<typeof failureFacts>;

export function failureFacts(failure: Failure) {
  const { kind, product, status, requestId, problem: { title, detail } = {} } = failure;
  const { retryable, waitMs } = failureWords(failure);
  const retryAfterSeconds = waitMs === undefined || !retryable ? undefined : Math.max(0, Math.ceil(waitMs / 1000));
  return {
    kind,
    ...defined({ product, status, title, detail, requestId }),
    retryable,
    ...defined({ retryAfterSeconds }),
  };
}
