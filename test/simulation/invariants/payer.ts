import type { SimulatedCall, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

/** What one call must be told, by what was seen on the wire. */
interface Bill {
  requests: number;
  billed: number;
  answered: number;
}

export const starterPays: Invariant = {
  name: "a request is billed once, to the call that started it",
  clause:
    "3, usage: a request shared by several calls is billed in the result of the call that started it; api: should that call leave, the next one pays",
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
          const [payer] = waiting.get(work) ?? [];
          if (payer === undefined) return `request ${event.request.number} is made for nobody`;
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
