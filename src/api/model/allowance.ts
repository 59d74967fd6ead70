import { utcDate } from "../../domain/calendar.ts";
import type { Clock } from "../../runtime/clock.ts";

/** The billable requests that one principal may spend in a UTC day. One without an answer, and an open one, count as spent. */
export class Allowance {
  readonly limit: number;
  /** The same for a principal in every process. */
  readonly principal: string;
  /** The operator's name for the principal, if any. */
  readonly owner: string | undefined;
  readonly #clock: Clock;
  #day = "";
  #spent = 0;

  constructor(clock: Clock, limit: number, principal: string, owner?: string) {
    this.#clock = clock;
    this.limit = limit;
    this.principal = principal;
    this.owner = owner;
  }

  isSpent(): boolean {
    return this.#today() >= this.limit;
  }

  /** Spends one request. The function gives it back to its day. */
  spend(): () => void {
    this.#spent = this.#today() + 1;
    const day = this.#day;
    return () => {
      if (day === this.#day) this.#spent -= 1;
    };
  }

  /** The requests spent today. A clock set back returns none. */
  #today(): number {
    const today = utcDate(this.#clock.nowMs());
    if (today > this.#day) [this.#day, this.#spent] = [today, 0];
    return this.#spent;
  }
}
