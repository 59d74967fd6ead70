import type { Incomplete } from "../api/api.ts";
import { failureFacts, failureWords } from "./failure-text.ts";
import { isPerhapsBilled } from "./refusal-text.ts";
import { plural, waitSeconds } from "./text.ts";

/**
 * What an incomplete reading of alerts means: pages read, what the rest would bill, how to go on (DESIGN 4, paging).
 * `keptMs` is for how long yet asking again gets this answer. Without it this is told by tools that look alerts up beside
 * something else: they have no `minLevel`, and calling one of them again does more than read on.
 */
export function incompleteNote(incomplete: Incomplete, keptMs?: number): string {
  const { reason, pagesRead, pagesTotal } = incomplete;
  const read = `${pagesRead} of ${pagesTotal ?? "an unknown number of"} ${pagesTotal === 1 ? "page" : "pages"} read`;
  const rest = reason === "page_ignored" || reason === "short" ? "the rest cannot be read" : restText(incomplete);
  if (reason === "answered") {
    return `${read}: every ZIP asked has an alert there. Counts are of those pages; ${rest} (ask without locations).`;
  }
  return `Incomplete, ${read}: ${cause(reason, incomplete.failure)}; ${rest}. A place not found may still have an alert. ${keptMs === undefined ? goOnBeside(reason, incomplete) : goOn(reason, incomplete, keptMs)}`;
}

/** Each page is one billable request. */
function restText({ pagesRead, pagesTotal, outdated }: Incomplete): string {
  if (pagesTotal === null) return "what the rest would bill is unknown";
  // Nothing that was read serves a reading of newer data.
  if (outdated) return `the rest is of newer data, which would bill ${plural(pagesTotal, "request")}`;
  return `the rest would bill ${plural(pagesTotal - pagesRead, "request")}`;
}

type Stopped = Exclude<Incomplete["reason"], "answered">;

/**
 * A reading that cannot be gone on with is answered from memory for as long as a whole one (DESIGN 4, memory); one that can
 * is gone on with for that long.
 */
function goOn(reason: Stopped, { failure, outdated }: Incomplete, keptMs: number): string {
  const seconds = retrySeconds(failure);
  const aim = !outdated && keptMs > (seconds ?? 0) * 1000 ? "to go on" : "to start over";
  const [wait, meanwhile] =
    keptMs > 0 ? [` in ${waitSeconds(keptMs)} s`, "; until then this answer is kept"] : ["", ""];
  switch (reason) {
    case "page_ignored":
      return "Asking again will not help; minLevel narrows the data.";
    case "billing_limit":
      return `Ask again ${aim}, ${onceAllowed(seconds)}; minLevel narrows the data.`;
    case "time":
    case "failure":
      if (isRefused(failure)) return `Asking again ${aim} helps only once that is mended.`;
      return `Ask again ${seconds === undefined ? "" : `in ${seconds} s `}${aim}${billedAgain(failure)}.`;
    case "changed":
      return `Ask again${wait === "" ? " later" : wait}${meanwhile}.`;
    case "short":
      return `Asking again${wait} may bring the rest${meanwhile}.`;
  }
}

/** After a wait, what was read may be kept no more: then more is read again than the rest. */
function goOnBeside(reason: Stopped, { failure, outdated }: Incomplete): string {
  const seconds = retrySeconds(failure);
  const goesOn = outdated ? "starts over" : "goes on";
  switch (reason) {
    case "page_ignored":
      return "Asking again will not help; check_heat_alerts with minLevel narrows the data.";
    case "billing_limit":
      return `check_heat_alerts ${goesOn}, ${onceAllowed(seconds)}; its minLevel narrows the data.`;
    case "time":
    case "failure":
      if (isRefused(failure)) return "check_heat_alerts reads the rest only once that is mended.";
      return seconds === undefined
        ? `check_heat_alerts ${goesOn}${billedAgain(failure)}.`
        : `check_heat_alerts may read the rest in ${seconds} s.`;
    case "changed":
      return "check_heat_alerts may read it whole later.";
    case "short":
      return "check_heat_alerts may bring the rest later.";
  }
}

/** Whether the page is refused as long as nobody mends what it was refused for. */
function isRefused(failure: Incomplete["failure"]): boolean {
  return failure !== undefined && !failureFacts(failure).retryable && !isPerhapsBilled(failure);
}

/** What cannot be used may be billed all the same, each time. */
function billedAgain(failure: Incomplete["failure"]): string {
  const isBilled = failure !== undefined && isPerhapsBilled(failure);
  return isBilled ? ", but the page that failed may be billed once more and fail again" : "";
}

/** When the service, or the limit, allows more (DESIGN 4, rate limit: "says when to come back"). */
function retrySeconds(failure: Incomplete["failure"]): number | undefined {
  return failure === undefined ? undefined : failureFacts(failure).retryAfterSeconds;
}

function onceAllowed(seconds: number | undefined): string {
  return `once the limit allows it${seconds === undefined ? "" : ` (in ${seconds} s)`}`;
}

function cause(reason: Stopped, failure: Incomplete["failure"]): string {
  if (failure?.kind === "rate_limited") return "the service holds requests back";
  switch (reason) {
    case "page_ignored":
      return "the service answers the same page whatever page is asked";
    case "billing_limit":
      return failure === undefined ? "the billing limit is reached" : failureWords(failure).reason;
    case "time":
      return "the call's time ran out";
    case "failure":
      return failure === undefined ? "a later page failed" : `a later page failed, ${failureWords(failure).reason}`;
    case "changed":
      return "the data changed while it was read";
    case "short":
      return "the service sent fewer records than it announced";
  }
}
