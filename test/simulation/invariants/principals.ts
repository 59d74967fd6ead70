import type { Run } from "../driver.ts";
import type { SimulationEvent } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

const DAY_MS = 86_400_000;

/**
 * The bills of principals in the present day of the client's clock, and the most that each came to in this day or the one
 * before: a clock may be set to tomorrow and back while a principal sends nothing, and its limit knows of no new day.
 */
class DayBills {
  readonly #run: Run;
  readonly #seen = new Map<string, number>();
  #today = new Map<string, { billed: number; most: number }>();
  #before = new Map<string, { billed: number; most: number }>();
  /** Requests under way as the day began. One that is refused is taken off this day's total, but counted on the last. */
  #carried = new Map<string, number>();
  #open = new Map<string, number>();
  #day = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  of(principal: string): { readonly billed: number; readonly most: number } {
    const { billed, most } = this.#today.get(principal) ?? { billed: 0, most: 0 };
    const known = Math.max(most, this.#before.get(principal)?.most ?? 0);
    return { billed, most: known + (this.#carried.get(principal) ?? 0) };
  }

  note(event: SimulationEvent): void {
    // A billable request begins a day, as for the limit of all.
    const begins = event.type === "started" && event.request.product !== "token";
    const day = begins ? Math.max(this.#day, Math.floor(event.at.wallMs / DAY_MS)) : this.#day;
    if (day !== this.#day) [this.#before, this.#today, this.#carried] = [this.#today, new Map(), this.#open];
    this.#day = day;
    this.#open = new Map();
    const totals = new Map<string, number>();
    for (const { principal, usage } of this.#run.calls) {
      const { billableRequests, maybeBilled } = usage.report();
      totals.set(principal, (totals.get(principal) ?? 0) + billableRequests + maybeBilled);
      this.#open.set(principal, (this.#open.get(principal) ?? 0) + maybeBilled);
    }
    for (const [principal, total] of totals) {
      const known = this.#today.get(principal) ?? { billed: 0, most: 0 };
      const billed = known.billed + total - (this.#seen.get(principal) ?? 0);
      this.#today.set(principal, { billed, most: Math.max(billed, known.most) });
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
