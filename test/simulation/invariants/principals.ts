import type { Run } from "../driver.ts";
import type { SimulationEvent } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

const DAY_MS = 86_400_000;

/** The bills of principals in the present day of the client's clock, and the most that each of them came to. */
class DayBills {
  readonly #run: Run;
  readonly #seen = new Map<string, number>();
  readonly #today = new Map<string, { billed: number; most: number }>();
  #day = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  of(principal: string): { readonly billed: number; readonly most: number } {
    return this.#today.get(principal) ?? { billed: 0, most: 0 };
  }

  note({ at }: SimulationEvent): void {
    const day = Math.max(this.#day, Math.floor(at.wallMs / DAY_MS));
    if (day !== this.#day) this.#today.clear();
    this.#day = day;
    const totals = new Map<string, number>();
    for (const { principal, usage } of this.#run.calls) {
      const { billableRequests, maybeBilled } = usage.report();
      totals.set(principal, (totals.get(principal) ?? 0) + billableRequests + maybeBilled);
    }
    for (const [principal, total] of totals) {
      const billed = this.of(principal).billed + total - (this.#seen.get(principal) ?? 0);
      this.#today.set(principal, { billed, most: Math.max(billed, this.of(principal).most) });
      this.#seen.set(principal, total);
    }
  }
}

export const principalsPayForThemselves: Invariant = {
  name: "G-billing: a principal pays within its own limit, and is refused for no other",
  watch: (run) => {
    const { callerLimit } = run.schedule;
    const bills = new DayBills(run);
    return (event) => {
      if (callerLimit === undefined || (event.type !== "started" && event.type !== "ended" && event.type !== "quiet"))
        return undefined;
      bills.note(event);
      const over = run.calls.find(({ principal }) => bills.of(principal).billed > callerLimit);
      if (over !== undefined) return `${over.principal} is billed more than ${callerLimit} requests in a day`;
      const failure = event.type === "ended" ? failureOf(event.end) : undefined;
      if (event.type !== "ended" || failure?.kind !== "billing_limit" || failure.scope !== "caller") return undefined;
      const { number, principal } = event.call;
      if (failure.owner !== principal) return `call ${number} of ${principal} reads the limit of ${failure.owner}`;
      return bills.of(principal).most < callerLimit
        ? `call ${number} is refused, and ${principal} has not spent its limit`
        : undefined;
    };
  },
};
