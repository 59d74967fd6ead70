import { groupBy } from "../../domain/collections.ts";
import { type Failure, failed, isPerhapsBilled, notBefore } from "../../domain/failure.ts";
import type { ToolOutcome } from "../tool.ts";
import { failureWords } from "./failure-words.ts";

/** Parts of one call, such as dates or packages, each with its failure. */
type LostParts<Part> = readonly { readonly part: Part; readonly failure: Failure }[];

/** Each reason with its next step, in an answer about the other parts; empty if none is lost. */
export function lostText<Part>(parts: LostParts<Part>, nameOf: (part: Part) => string): string {
  const byStep = groupBy(parts, ({ failure }) => failureWords(failure).next);
  return [...byStep].flatMap(([next, group]) => [...reasonLines(group, nameOf), next]).join(" ");
}

/** Gives the most serious failure, the longest wait, and a line for each reason if there are several. */
export function allFailed<Part>(
  parts: LostParts<Part>,
  nameOf: (part: Part) => string,
): Extract<ToolOutcome<never>, { readonly ok: false }> {
  const failures = parts.map(({ failure }) => failure);
  const worst = failures.reduce((first, next) => (seriousness(next) > seriousness(first) ? next : first));
  const outcome = failed(notBefore(worst, Math.max(...failures.map(({ waitMs = 0 }) => waitMs))));
  const lines = reasonLines(parts, nameOf);
  return lines.length === 1 ? outcome : { ...outcome, lines };
}

/** `Tue 2026-11-24, Wed 2026-11-25: rate limit reached.`, for each reason. */
function reasonLines<Part>(parts: LostParts<Part>, nameOf: (part: Part) => string): string[] {
  const byReason = groupBy(parts, ({ failure }) => failureWords(failure).reason);
  return [...byReason].map(([reason, group]) => `${group.map(({ part }) => nameOf(part)).join(", ")}: ${reason}.`);
}

/** Ranks highest a plan that may exist, then a request that a retry may bill twice, then a retryable failure. */
function seriousness(failure: Failure): number {
  if (failure.kind === "outcome_unknown") return 3;
  if (isPerhapsBilled(failure)) return 2;
  return failureWords(failure).retryable ? 1 : 0;
}
