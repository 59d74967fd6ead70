import type { Ended, SimulatedCall, SimulationEvent } from "./events.ts";

/** The first violation of a run, and its event. */
export interface Violation {
  readonly invariant: string;
  readonly message: string;
  readonly event: string;
  /** The number of events logged by then. */
  readonly place: number;
}

/** The report on one seed's run. */
export interface RunReport {
  readonly seed: number;
  readonly violation?: Violation;
  /** Every event in words. The same seed gives the same words. */
  readonly events: readonly string[];
  readonly calls: number;
  readonly requests: number;
}

/** The number of events shown, up to the failing one. */
const SHOWN_EVENTS = 25;

/** One event in a line, without anything that differs between two runs of a seed. */
export function describeEvent(event: SimulationEvent): string {
  return `${(event.at.trueMs / 1_000).toFixed(3).padStart(10)} s  ${words(event)}`;
}

function words(event: SimulationEvent): string {
  switch (event.type) {
    case "called":
      return `call ${event.call.number}: ${JSON.stringify(event.call.ask)}, ${timeOf(event.call)} ms`;
    case "cancelled":
      return `call ${event.call.number} is cancelled`;
    case "ended":
      return `call ${event.call.number} ends: ${ending(event.end)}`;
    case "started": {
      const { number, product, method, path, token } = event.request;
      return `request ${number} starts: ${product} ${method} ${path}${token > 0 ? ` with token ${token}` : ""}`;
    }
    case "answered": {
      const wait = event.answer.headers.get("retry-after");
      return `request ${event.request.number} gets ${event.answer.status}${wait ? `, Retry-After: ${wait.join()}` : ""}`;
    }
    case "finished":
      return `request ${event.request.number} is over${event.whole ? "" : ", broken off"}`;
    case "logged":
      return `log: ${event.line.replace(/"pid":\d+,/, "").trim()}`;
    case "defect":
      return `defect: ${String(event.error)}`;
    case "quiet":
      return "nothing more happens";
    case "trouble":
      return event.what;
    case "stalled":
      return `time jumps by ${event.untilMs - event.at.monotonicMs} ms`;
    case "closed":
      return "the client is closed";
  }
}

function timeOf({ deadlineMs, startedAt }: SimulatedCall): number {
  return deadlineMs - startedAt.monotonicMs;
}

function ending({ outcome, report }: Ended): string {
  const { billableRequests, maybeBilled, requests, cached, stale } = report;
  const bill = `${requests} requests, ${billableRequests} billed, ${maybeBilled} perhaps`;
  const source = `${cached ? ", from memory" : ""}${stale ? ", stale" : ""}`;
  if ("defect" in outcome) return `defect ${String(outcome.defect)}`;
  if (!outcome.ok) return `${outcome.failure.kind} (${bill}${source})`;
  const { incomplete } = outcome.value as { incomplete?: { reason: string; pagesRead: number } };
  const part = incomplete === undefined ? "" : `, ${incomplete.pagesRead} pages, ${incomplete.reason}`;
  return `data (${bill}${source}${part})`;
}

/** A report to find the defect by: the broken rule, the events before it, and the command to repeat the run. */
export function describeFailure({ seed, violation, events }: RunReport): string {
  if (violation === undefined) return `seed ${seed} holds`;
  const shown = events.slice(Math.max(0, violation.place - SHOWN_EVENTS), violation.place);
  return [
    `seed ${seed} fails: ${violation.invariant}`,
    `  ${violation.message}`,
    `  at ${violation.event.trim()}`,
    ...shown.map((line) => `    ${line}`),
    `  again: npm run simulate -- --seed ${seed}`,
  ].join("\n");
}
