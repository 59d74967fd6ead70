import type { SimulatedCall, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

/** What one call must be told, by what was seen on the wire. */
interface Bill {
  requests: number;
  billed: number;
  answered: number;
}

/** Pages are asked for side by side, and each takes its room before it leaves. */
const PAGES_AT_ONCE = 4;

/** What counts against a call's limit: all but what was refused. */
function committed({ requests, billed, answered }: Bill): number {
  return requests - (answered - billed);
}

export const starterPays: Invariant = {
  name: "a request is billed once, to the call that started it, or to the next one where that has no room left",
  clause:
    "3, usage: a request shared by several calls is billed in the result of the call that started it; 2, COLDROUTE_MAX_BILLABLE_PER_CALL: the most one tool call may bill; api: should that call leave, the next one pays",
  watch: (run) => {
    const waiting = new Map<string, SimulatedCall[]>();
    const payers = new Map<WireRequest, SimulatedCall>();
    const bills = new Map<SimulatedCall, Bill>();
    /** Whose bill something has been written on since it was last compared. */
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
          const work = workBehind(event.request);
          if (work === undefined) return undefined;
          const calls = waiting.get(work) ?? [];
          const payer = calls.find((call) => call.usage.report().requests > billOf(call).requests);
          if (payer === undefined) return `request ${event.request.number} is made for nobody`;
          const taken = event.request.product === "alerts" ? PAGES_AT_ONCE : 1;
          const due = calls.find((call) => committed(billOf(call)) + taken <= run.config.maxBillablePerCall);
          if (due !== undefined && calls.indexOf(due) < calls.indexOf(payer)) {
            return `request ${event.request.number} is billed to call ${payer.number}, and call ${due.number} has room`;
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
        case "quiet":
        case "closed":
          for (const call of event.type === "closed" ? run.calls : touched) {
            const problem = wrongBill(call, billOf(call));
            if (problem !== undefined) return problem;
          }
          touched.clear();
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
