import { MAX_ATTEMPTS } from "../../support/contract.ts";
import type { SimulationEvent, WireAnswer, WireRequest } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

interface Attempt {
  readonly request: WireRequest;
  answer?: WireAnswer;
  whole?: boolean;
}

/** The attempts and answers of each plan, until the call that sends it has ended. */
class PlanAttempts {
  readonly #plans = new Map<string, Attempt[]>();

  of(plan: string): readonly Attempt[] {
    return this.#plans.get(plan) ?? [];
  }

  note(event: SimulationEvent): void {
    if (event.type === "ended" && event.call.ask.kind === "plan") this.#plans.delete(event.call.ask.reference);
    if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
    if (event.request.product !== "planning") return;
    const { plan = "" } = event.request;
    if (event.type === "started") {
      this.#plans.set(plan, [...this.of(plan), { request: event.request }]);
      return;
    }
    const attempt = this.of(plan).find(({ request }) => request === event.request);
    if (attempt === undefined) return;
    if (event.type === "answered") attempt.answer = event.answer;
    else attempt.whole = event.whole;
  }
}

/** Whether the answer proves that the service made no plan. */
function isRefused({ answer, whole }: Attempt): boolean {
  if (answer === undefined) return false;
  if (answer.status === 401 || answer.status === 429) return true;
  const mediaType = answer.headers.get("content-type")?.[0] ?? "";
  const isProblem = whole === true && mediaType.startsWith("application/problem+json");
  return (answer.status === 502 || answer.status === 503) && isProblem;
}

export const plansAreSentOnce: Invariant = {
  name: "G-plan-once: no POST is sent twice unless the service refused it",
  watch: () => {
    const attempts = new PlanAttempts();
    return (event) => {
      const { plan = "" } = event.type === "started" ? event.request : {};
      const before = attempts.of(plan);
      attempts.note(event);
      if (event.type !== "started" || event.request.product !== "planning") return undefined;
      const open = before.find((attempt) => !isRefused(attempt));
      if (open !== undefined) return `${plan} is sent again after ${open.answer?.status ?? "no answer"}`;
      const renewals = before.filter(({ answer }) => answer?.status === 401).length;
      if (renewals > 1) return `${plan} is sent again after a second 401`;
      return before.length >= MAX_ATTEMPTS ? `${plan} is sent once too often` : undefined;
    };
  },
};

/** Whether a plan may exist after this attempt. This rule takes any status from 300 to 499 as proof of none. */
function isUnknown(attempt: Attempt): boolean {
  const status = attempt.answer?.status ?? 0;
  return !isRefused(attempt) && (status < 300 || status >= 500);
}

export const unknownPlansAreTold: Invariant = {
  name: "G-plan-once: a call whose plan may exist ends with the plan, or as unknown, even where it was cancelled or the client closed",
  watch: () => {
    const attempts = new PlanAttempts();
    return (event) => {
      const { ask } = event.type === "ended" ? event.call : {};
      const open = ask?.kind === "plan" ? attempts.of(ask.reference).find(isUnknown) : undefined;
      attempts.note(event);
      if (event.type !== "ended" || open === undefined) return undefined;
      const failure = failureOf(event.end);
      if (failure === undefined || failure.kind === "outcome_unknown") return undefined;
      return `call ${event.call.number} ends as ${failure.kind}, and its plan got ${open.answer?.status ?? "no answer"}`;
    };
  },
};
