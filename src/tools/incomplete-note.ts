import type { Incomplete } from "../api/api.ts";
import { failureWords } from "./failure-text.ts";
import { plural, waitSeconds } from "./text.ts";

/**
 * What an incomplete reading of alerts means: pages read, what the rest would bill, how to go on (DESIGN 4, paging).
 * `keptMs` is for how long yet asking again gets this answer. Without it this is told by tools that look alerts up beside
 * something else: they have no `minLevel`, and calling one of them again does more than read on.
 */
export function incompleteNote(incomplete: Incomplete, keptMs?: number): string {
  const { reason, pagesRead, pagesTotal, failure } = incomplete;
  const read = `${pagesRead} of ${pagesTotal ?? "an unknown number of"} ${pagesTotal === 1 ? "page" : "pages"} read`;
  const rest = reason === "page_ignored" || reason === "short" ? "the rest cannot be read" : restText(incomplete);
  if (reason === "answered") {
    return `${read}: every ZIP asked has an alert there. Counts are of those pages; ${rest} (ask without locations).`;
  }
  return `Incomplete, ${read}: ${cause(reason, failure)}; ${rest}. A place not found may still have an alert. ${keptMs === undefined ? GO_ON_BESIDE[reason] : goOn(reason, keptMs)}`;
}

/** Each page is one billable request. */
function restText({ pagesRead, pagesTotal, outdated }: Incomplete): string {
  if (pagesTotal === null) return "what the rest would bill is unknown";
  // Nothing that was read serves a reading of newer data.
  if (outdated) return `the rest is of newer data, which would bill ${plural(pagesTotal, "request")}`;
  return `the rest would bill ${plural(pagesTotal - pagesRead, "request")}`;
}

type Stopped = Exclude<Incomplete["reason"], "answered">;

/** A reading that cannot be gone on with is answered from memory for as long as a whole one (DESIGN 4, memory). */
function goOn(reason: Stopped, keptMs: number): string {
  const [wait, meanwhile] =
    keptMs > 0 ? [` in ${waitSeconds(keptMs)} s`, "; until then this answer is kept"] : ["", ""];
  switch (reason) {
    case "page_ignored":
      return "Asking again will not help; minLevel narrows the data.";
    case "billing_limit":
      return "Ask again to go on, once the limit allows it; minLevel narrows the data.";
    case "time":
    case "failure":
      return "Ask again to go on.";
    case "changed":
      return `Ask again${wait === "" ? " later" : wait}${meanwhile}.`;
    case "short":
      return `Asking again${wait} may bring the rest${meanwhile}.`;
  }
}

const GO_ON_BESIDE: Readonly<Record<Stopped, string>> = {
  page_ignored: "Asking again will not help; check_heat_alerts with minLevel narrows the data.",
  billing_limit: "check_heat_alerts goes on, once the limit allows it; its minLevel narrows the data.",
  time: "check_heat_alerts goes on.",
  failure: "check_heat_alerts goes on.",
  changed: "check_heat_alerts may read it whole later.",
  short: "check_heat_alerts may bring the rest later.",
};

function cause(reason: Stopped, failure: Incomplete["failure"]): string {
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
