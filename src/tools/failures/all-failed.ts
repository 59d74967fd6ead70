import { type Failure, failed, waitMsOf } from "../../api/failure.ts";
import { notBefore } from "../../api/retry.ts";
import { groupBy } from "../kit/rows.ts";
import { listText } from "../kit/words.ts";
import type { ToolOutcome } from "../tool.ts";
import { failureWords, isPerhapsBilled, reasonText } from "./failure-words.ts";

/** A part of a call, and why there is no answer to it. */
interface FailedPart {
  readonly name: string;
  readonly failure: Failure;
}

const MAX_NAMES = 20;

/**
 * The failure of a call none of whose parts was answered: the most serious one, with the longest wait of all, and a
 * line for each reason where there are several.
 */
export function allFailed(parts: readonly FailedPart[]): Extract<ToolOutcome<never>, { readonly ok: false }> {
  const failures = parts.map(({ failure }) => failure);
  const worst = failures.reduce((first, next) => (seriousness(next) > seriousness(first) ? next : first));
  const waitMs = Math.max(0, ...failures.filter(isRetryable).map(waitMsOf));
  const outcome = failed(notBefore(worst, waitMs));
  const lines = partLines(parts);
  return lines.length === 1 ? outcome : { ...outcome, lines };
}

/** A plan that may exist and a bill that may come twice must not be missed; then comes what may be asked again. */
function seriousness(failure: Failure): number {
  if (failure.kind === "outcome_unknown") return 3;
  if (isPerhapsBilled(failure)) return 2;
  return isRetryable(failure) ? 1 : 0;
}

function isRetryable(failure: Failure): boolean {
  return failureWords(failure).retryable;
}

/** `10045, 10046: rate limit reached, ask again in 30 s.` */
function partLines(parts: readonly FailedPart[]): string[] {
  const byReason = groupBy(parts, ({ failure }) => failureWords(failure).reason);
  return [...byReason.values()].map((alike) => {
    const names = alike.map(({ name }) => name);
    const longest = alike.reduce((a, b) => (waitMsOf(b.failure) > waitMsOf(a.failure) ? b : a));
    return `${listText(names, MAX_NAMES)}: ${reasonText(longest.failure)}.`;
  });
}
