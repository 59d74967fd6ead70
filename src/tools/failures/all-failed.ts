import { type Failure, failed, isPerhapsBilled, notBefore } from "../../domain/failure.ts";
import { groupBy } from "../answer/rows.ts";
import type { ToolOutcome } from "../tool.ts";
import { failureWords } from "./failure-words.ts";

/** The outcome if every part failed: the most serious failure, the longest wait, and a line per reason if several. */
export function allFailed<Part>(
  parts: readonly { readonly part: Part; readonly failure: Failure }[],
  nameOf: (part: Part) => string,
): Extract<ToolOutcome<never>, { readonly ok: false }> {
  const failures = parts.map(({ failure }) => failure);
  const worst = failures.reduce((first, next) => (seriousness(next) > seriousness(first) ? next : first));
  const outcome = failed(notBefore(worst, Math.max(...failures.map(({ waitMs = 0 }) => waitMs))));
  const byReason = groupBy(parts, ({ failure }) => failureWords(failure).reason);
  const lines = [...byReason].map(
    ([reason, alike]) => `${alike.map(({ part }) => nameOf(part)).join(", ")}: ${reason}.`,
  );
  return lines.length === 1 ? outcome : { ...outcome, lines };
}

/** Ranks highest a plan that may exist, then a request that a retry may bill twice, then a retryable failure. */
function seriousness(failure: Failure): number {
  if (failure.kind === "outcome_unknown") return 3;
  if (isPerhapsBilled(failure)) return 2;
  return failureWords(failure).retryable ? 1 : 0;
}
