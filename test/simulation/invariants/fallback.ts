import type { AlertSet } from "../../../src/api/model/api.ts";
import type { Failure } from "../../../src/domain/failure.ts";
import { STALE_MS } from "../../support/contract.ts";
import type { Ended, SimulatedCall, SimulationEvent } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { Known } from "./known.ts";
import { workOf, workOfRequest } from "./work.ts";

/** The failures for which an answer up to an hour old stands in. */
const STOOD_IN_FOR: ReadonlySet<string> = new Set([
  "network",
  "timeout",
  "rate_limited",
  "unavailable",
  "upstream_error",
  "unexpected_response",
]);

function isStoodInFor(failure: Failure): boolean {
  return STOOD_IN_FOR.has(failure.kind) && (failure.kind !== "upstream_error" || failure.status >= 500);
}

/** When each open call's work was refused with 403 and last answered, since the call was made. */
class Witnesses {
  readonly #open = new Map<SimulatedCall, { refusedAtMs?: number; answeredAtMs?: number }>();
  readonly #statuses = new Map<object, number>();

  of(call: SimulatedCall): { readonly refusedAtMs?: number; readonly answeredAtMs?: number } {
    return this.#open.get(call) ?? {};
  }

  note(event: SimulationEvent): void {
    if (event.type === "called") this.#open.set(event.call, {});
    if (event.type === "answered") this.#statuses.set(event.request, event.answer.status);
    if (event.type !== "finished") return;
    const status = this.#statuses.get(event.request) ?? 0;
    this.#statuses.delete(event.request);
    const work = workOfRequest(event.request);
    for (const [call, seen] of this.#open) {
      // An invariant reads an ended call in the event of its end, so nobody needs it later.
      if (call.ended !== undefined) this.#open.delete(call);
      if (workOf(call.ask) !== work) continue;
      if (status === 403) seen.refusedAtMs ??= event.at.trueMs;
      if (status >= 200 && status < 300 && event.whole) seen.answeredAtMs = event.at.trueMs;
    }
  }
}

export const staleNeverAfterRefusal: Invariant = {
  name: "nothing old is told where the service has refused the caller",
  clause: "G-memory: never after 401, 403 or a billing limit",
  watch: () => {
    const witnesses = new Witnesses();
    return (event) => {
      witnesses.note(event);
      if (event.type !== "ended" || !event.end.report.stale) return undefined;
      const { refusedAtMs } = witnesses.of(event.call);
      // A refusal at the instant of the deadline may come too late for the call.
      return refusedAtMs === undefined || event.at.monotonicMs >= event.call.deadlineMs
        ? undefined
        : `call ${event.call.number} is answered with what is old after a 403`;
    };
  },
};

export const staleStandsIn: Invariant = {
  name: "a whole answer of the last hour stands in for one that cannot be had, and for a part of it",
  clause: "G-memory: the last whole answer up to an hour old is given, also where a part of newer pages has come",
  watch: (run) => {
    const { alertsTtlMs, riskTtlMs } = run.config;
    const memories = {
      alerts: { known: new Known("alerts", STALE_MS), ttlMs: alertsTtlMs },
      risk: { known: new Known("risk", STALE_MS), ttlMs: riskTtlMs },
    };
    return (event) => {
      for (const { known } of Object.values(memories)) known.note(event);
      if (event.type !== "ended") return undefined;
      const { ask, number } = event.call;
      if (ask.kind === "package" || ask.kind === "plan" || memories[ask.kind].ttlMs === 0) return undefined;
      const failure = failureOf(event.end) ?? cutOffBy(event.end);
      if (failure === undefined || !isStoodInFor(failure)) return undefined;
      const ageMs = memories[ask.kind].known.ageMs(workOf(ask), event.at);
      return ageMs === undefined
        ? undefined
        : `call ${number} ends as ${failure.kind}, and an answer of ${ageMs} ms is known`;
    };
  },
};

/** The failure that made the alerts of an answer incomplete. */
function cutOffBy({ outcome }: Ended): Failure | undefined {
  if ("defect" in outcome || !outcome.ok) return undefined;
  return (outcome.value as Partial<AlertSet>).incomplete?.failure;
}

export const liveIsLive: Invariant = {
  name: "a whole that is told as live came while the call was open",
  clause: "G-errors: cached, stale; G-memory: the last whole answer opens with STALE",
  watch: () => {
    const witnesses = new Witnesses();
    return (event) => {
      witnesses.note(event);
      if (event.type !== "ended" || "defect" in event.end.outcome || !event.end.outcome.ok) return undefined;
      const { call, end } = event;
      const { incomplete } = event.end.outcome.value as Partial<AlertSet>;
      if (end.report.cached || end.report.stale || incomplete !== undefined) return undefined;
      return witnesses.of(call).answeredAtMs === undefined
        ? `call ${call.number} is told as live, and no answer came for it`
        : undefined;
    };
  },
};
