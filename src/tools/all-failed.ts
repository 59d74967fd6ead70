import { type Failure, failed, waitMsOf } from "../api/failure.ts";
import { notBefore } from "../api/retry.ts";
import { failureWords, partReason } from "./failure-text.ts";
import { isPerhapsBilled } from "./refusal-text.ts";
import { listWithin } from "./text.ts";
import { estimateTokens, FILL_TOKENS } from "./tokens.ts";
import type { ToolOutcome } from "./tool.ts";

/** A part of a call, and why there is no answer to it. */
interface FailedPart {
  readonly name: string;
  readonly failure: Failure;
}

/** Characters in which names and reasons can still be told apart. */
const LEAST_CHARS = 32;

/** Characters of a reason, and of the names that it is given for; the first that fit are taken. */
const LINE_CHARS = [200, 120, 64, LEAST_CHARS] as const;

/**
 * What a call comes to none of whose parts, one at least, was answered (DESIGN 3, errors): of their failures the one of the
 * highest `rank`, the first of equals, told with the longest wait of all; and where there are several, what became of each.
 */
export function allFailed(
  parts: readonly FailedPart[],
  rank: (failure: Failure) => number = gravity,
): Extract<ToolOutcome<never>, { readonly ok: false }> {
  const failures = parts.map(({ failure }) => failure);
  const gravest = failures.reduce((first, next) => (rank(next) > rank(first) ? next : first));
  const waitMs = Math.max(0, ...failures.filter(isRetryable).map(waitMsOf));
  const outcome = failed(notBefore(gravest, waitMs));
  return parts.length === 1 ? outcome : { ...outcome, lines: partLines(parts, roomBeside(outcome.failure)) };
}

/** That a plan may exist, or that asking again may be billed again, must not be missed; then comes what may be asked again. */
function gravity(failure: Failure): number {
  if (failure.kind === "outcome_unknown") return 3;
  if (isPerhapsBilled(failure)) return 2;
  return isRetryable(failure) ? 1 : 0;
}

function isRetryable(failure: Failure): boolean {
  return failureWords(failure).retryable;
}

function roomBeside(failure: Failure): number {
  const { what, next } = failureWords(failure);
  return FILL_TOKENS - estimateTokens(what) - estimateTokens(next);
}

/** `10045, 10046: rate limit reached, ask again in 30 s.`: a line for each reason; what has no room is counted. */
function partLines(parts: readonly FailedPart[], roomTokens: number): string[] {
  const groups = new Map<string, { names: string[]; failure: Failure }>();
  for (const { name, failure } of parts) {
    const { reason } = failureWords(failure);
    const group = groups.get(reason) ?? { names: [], failure };
    group.names.push(name);
    group.failure = notBefore(group.failure, waitMsOf(failure));
    groups.set(reason, group);
  }
  const linesOf = (chars: number): string[] =>
    [...groups.values()].map(({ names, failure }) => `${listWithin(names, chars)}: ${partReason(failure, chars)}.`);
  const isWithin = (lines: readonly string[]): boolean => estimateTokens(lines.join("\n")) <= roomTokens;
  const lines = LINE_CHARS.map(linesOf).find(isWithin) ?? linesOf(LEAST_CHARS);
  const shown = lines.filter((_, index) => isWithin(lines.slice(0, index + 1)));
  return shown.length === lines.length ? lines : [...shown, `And ${lines.length - shown.length} more.`];
}
