import type { Ended, SimulationEvent } from "./events.ts";

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
    case "cancelled":
      return `call ${event.call.number} is ${event.type}: ${JSON.stringify(event.call.ask)}`;
    case "ended":
      return `call ${event.call.number} ends: ${ending(event.end)}`;
    case "started": {
      const { number, method, path, token } = event.request;
      return `request ${number} starts: ${method} ${path} with token ${token}`;
    }
    case "answered":
      return `request ${event.request.number} gets ${event.answer.status} ${event.answer.headers.get("retry-after")?.join() ?? ""}`;
    case "finished":
      return `request ${event.request.number} is over${event.whole ? "" : ", broken off"}`;
    case "logged":
      return `log: ${event.line.replace(/"pid":\d+,/, "").trim()}`;
    case "defect":
      return `defect: ${String(event.error)}`;
    case "trouble":
      return event.what;
    case "stalled":
      return `time jumps by ${event.untilMs - event.at.monotonicMs} ms`;
    default:
      return event.type;
  }
}

function ending({ outcome, report }: Ended): string {
  const { billableRequests, maybeBilled, requests, cached, stale } = report;
  if ("defect" in outcome) return `defect ${String(outcome.defect)}`;
  const { incomplete } = outcome.ok ? (outcome.value as { incomplete?: unknown }) : {};
  return JSON.stringify({
    ...{ ended: outcome.ok ? "data" : outcome.failure.kind, incomplete },
    ...{ requests, billableRequests, maybeBilled, cached, stale },
  });
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
