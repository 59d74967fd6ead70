import type { Incomplete, IncompleteReason } from "../../api/model/api.ts";
import { plural } from "../answer/words.ts";
import { failureWords } from "../failures/failure-words.ts";

/** `3 of 7 pages read (time was up)`. */
export function pagesText({ reason, pagesRead, pagesTotal, failure }: Incomplete): string {
  const pages = pagesTotal === null ? plural(pagesRead, "page") : `${pagesRead} of ${plural(pagesTotal, "page")}`;
  const isTold = reason === "billing_limit" || reason === "failure";
  return `${pages} read (${isTold && failure !== undefined ? failureWords(failure).reason : CAUSES[reason]})`;
}

const CAUSES: Readonly<Record<IncompleteReason, string>> = {
  page_ignored: "the service sends no further page",
  changed: "the data changed while it was read",
  short: "the service sent fewer alerts than it announced",
  time: "time was up",
  billing_limit: "billing limit reached",
  failure: "a page failed",
};

/** How to read the rest, and its cost. `again` names the call that resumes the reading. */
export function resumeText(incomplete: Incomplete, again: string = "Ask again"): string {
  const { reason, pagesRead, pagesTotal, failure } = incomplete;
  if (reason === "page_ignored" || reason === "short")
    return "The rest cannot be read for now; minLevel narrows the data.";
  if (reason === "changed") return `${again} for the newer data.`;
  const words = failure === undefined ? undefined : failureWords(failure);
  const when = words?.retryable === false && reason === "failure" ? " once the cause is mended" : (words?.wait ?? "");
  const cost = pagesTotal === null ? "" : ` and bills up to ${plural(pagesTotal - pagesRead, "more request")}`;
  return `${again}${when}: the next call continues${cost}.`;
}
