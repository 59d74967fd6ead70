import type { Failure } from "../../domain/failure.ts";
import { failureWords } from "./failure-words.ts";

/** A failure for programs: `_meta["coldroute/error"]`. */
export type FailureFacts = ReturnType<typeof failureFacts>;

export function failureFacts(failure: Failure) {
  const { retryable, waitMs } = failureWords(failure);
  const { title, detail } = "problem" in failure ? (failure.problem ?? {}) : {};
  return {
    kind: failure.kind,
    ...("product" in failure && failure.product !== undefined ? { product: failure.product } : {}),
    ...("status" in failure && failure.status !== undefined ? { status: failure.status } : {}),
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...("requestId" in failure && failure.requestId !== undefined ? { requestId: failure.requestId } : {}),
    retryable,
    ...(waitMs === undefined || !retryable ? {} : { retryAfterSeconds: Math.max(0, Math.ceil(waitMs / 1000)) }),
  };
}
