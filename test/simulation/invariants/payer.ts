import type { SimulatedCall, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { pageOf, workOf, workOfRequest } from "./work.ts";

/** The bill that one call must report, as seen on the wire. */
interface Bill {
  requests: number;
  billed: number;
  answered: number;
}

export const starterPays: Invariant = {
  name: "a request is billed once, to the oldest call that waits for it",
  clause: "G-billing: a shared request is billed to the oldest call that waits for it",
  watch: (run) => {
    /** Calls stopped by a page that failed, changed or was another page. They wait only for requests on the wire. */
    const stopped = new Set<SimulatedCall>();
    const times = new Map<string, string | undefined>();
    const waiting = new Map<string, SimulatedCall[]>();
    const payers = new Map<WireRequest, SimulatedCall>();
    /** Calls older than the payer. If such a call ends at the same instant, it already had its answer. */
    const passedOver = new Map<WireRequest, SimulatedCall>();
    const bills = new Map<SimulatedCall, Bill>();
    /** The calls whose bill has changed since it was last compared. */
    const touched = new Set<SimulatedCall>();
    const billOf = (call: SimulatedCall): Bill => {
      const bill = bills.get(call) ?? { requests: 0, billed: 0, answered: 0 };
      bills.set(call, bill);
      return bill;
    };
    return (event) => {
      switch (event.type) {
        case "called": {
          const work = workOf(event.call.ask);
          waiting.set(work, [...(waiting.get(work) ?? []), event.call]);
          return undefined;
        }
        case "ended": {
          const work = workOf(event.call.ask);
          waiting.set(
            work,
            (waiting.get(work) ?? []).filter((call) => call !== event.call),
          );
          return wrongBill(event.call, billOf(event.call));
        }
        case "started": {
          const work = workOfRequest(event.request);
          if (work === undefined) return undefined;
          const calls = waiting.get(work) ?? [];
          const payer = calls.find((call) => call.usage.report().requests > billOf(call).requests);
          if (payer === undefined) return `request ${event.request.number} is made for nobody`;
          const older = calls.slice(0, calls.indexOf(payer));
          // Once the limit of one call is spent, the reading has ended for all that waited then.
          const isSpent = older.some((call) => {
            const { requests, billed, answered } = billOf(call);
            return requests - (answered - billed) >= run.config.maxBillablePerCall;
          });
          const oldest = older.find((call) => !stopped.has(call));
          if (oldest !== undefined && !isSpent) {
            passedOver.set(event.request, oldest);
          }
          payers.set(event.request, payer);
          billOf(payer).requests += 1;
          touched.add(payer);
          return wrongBill(payer, billOf(payer));
        }
        case "answered": {
          const payer = payers.get(event.request);
          if (payer === undefined) return undefined;
          const bill = billOf(payer);
          bill.answered += 1;
          touched.add(payer);
          if (event.answer.status >= 200 && event.answer.status < 300) bill.billed += 1;
          return undefined;
        }
        case "finished": {
          const work = workOfRequest(event.request);
          if (work === undefined || event.request.product !== "alerts") return undefined;
          const time = event.page?.generatedAt;
          const asked = pageOf(event.request);
          const isAnother = asked !== undefined && event.page?.page !== undefined && event.page.page !== Number(asked);
          const isAmiss = event.page === undefined || isAnother || (times.has(work) && times.get(work) !== time);
          times.set(work, time);
          if (isAmiss) for (const call of waiting.get(work) ?? []) stopped.add(call);
          return undefined;
        }
        case "quiet":
        case "closed":
          for (const call of event.type === "closed" ? run.calls : touched) {
            const problem = wrongBill(call, billOf(call));
            if (problem !== undefined) return problem;
          }
          touched.clear();
          for (const [{ number }, call] of passedOver) {
            if (call.ended === undefined) return `request ${number} is billed to a younger call than ${call.number}`;
          }
          passedOver.clear();
          return undefined;
        default:
          return undefined;
      }
    };
  },
};

function wrongBill({ number, usage }: SimulatedCall, { requests, billed, answered }: Bill): string | undefined {
  const told = usage.report();
  const isRight =
    told.requests === requests && told.billableRequests === billed && told.maybeBilled === requests - answered;
  return isRight
    ? undefined
    : `call ${number} tells of ${told.requests} requests, ${told.billableRequests} billed and ${told.maybeBilled} perhaps; ` +
        `made for it were ${requests}, ${billed} and ${requests - answered}`;
}
