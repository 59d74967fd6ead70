/** A limit, and what this process has drawn of it. Numbers are totals of a day: told twice, or late, they change nothing. */
export interface Purse {
  readonly id: string;
  readonly limit: number;
  /** By this process, confirmed. It counts as spent for all others. */
  drawn: number;
  /** By this process, open attempts included. */
  spent: number;
  /** The most that all processes were seen to have drawn. A process tells it to an account that lost its data. */
  all: number;
  /** Attempts that wait for a draw. */
  waiting: number;
}

/** The most that is drawn at once. Of what it has spent, a process draws a tenth, so that an idle one holds nothing. */
const MAX_DRAW = 10;

/** The part of a day's bill that this process knows, and reports to the account (G-account). A new day begins empty. */
export class BillShare {
  readonly #process: string;
  #day = 0;
  readonly #purses = new Map<string, Purse>();
  /** Requests of this process by fate and product. */
  #totals: Record<string, number> = {};
  #told = "{}";

  constructor(process: string) {
    this.#process = process;
  }

  purse(id: string, limit: number): Purse {
    const purse = this.#purses.get(id) ?? { id, limit, drawn: 0, spent: 0, all: 0, waiting: 0 };
    this.#purses.set(id, purse);
    return purse;
  }

  count(fate: "billed" | "lost", product: string): void {
    const field = `${fate}:${product}`;
    this.#totals[field] = (this.#totals[field] ?? 0) + 1;
  }

  /** Gives back what is in hand. Told as totals, too. */
  leave(): void {
    for (const { id, drawn, spent } of this.#purses.values()) this.#totals[`back:${id}`] = drawn - spent;
  }

  /** Something that the account does not know, or must hear of again should it lose its data. */
  get hasNews(): boolean {
    return this.#purses.size > 0 || JSON.stringify(this.#totals) !== this.#told;
  }

  /** The report, and `hear` for its answer, which tells whether that is of the same day. */
  report() {
    const [day, totals, told] = [this.#day, this.#totals, JSON.stringify(this.#totals)];
    const purses = [...this.#purses.values()];
    const wants = purses.map(({ drawn, spent, waiting }) => {
      // Enough for all who wait: then one that still finds nothing knows that the limit is reached.
      const missing = spent + waiting - drawn;
      return missing > 0 ? drawn + Math.max(missing, Math.min(MAX_DRAW, Math.floor(spent / MAX_DRAW))) : drawn;
    });
    const said = purses.map(({ id, limit, drawn, all }, at) => ({ id, limit, drawn, all, want: wants[at] }));
    return {
      text: JSON.stringify({ process: this.#process, day, totals, purses: said }),
      hear: (dayNow: number, numbers: readonly number[]): boolean => {
        this.turn(dayNow);
        // The numbers of another day: Redis' midnight may come a little later than this process takes it to be.
        if (day !== dayNow || day !== this.#day) return false;
        this.#told = told;
        // A reply cannot grant more than was asked for.
        for (const [at, purse] of purses.entries()) {
          const [drawn = 0, all = 0] = numbers.slice(2 * at);
          purse.drawn = Math.max(purse.drawn, Math.min(drawn, wants[at] ?? 0));
          purse.all = Math.max(purse.all, Math.min(all, 2 * purse.limit));
        }
        return true;
      },
    };
  }

  /** It is `day` (days since 1970, UTC): what was drawn on an earlier one is gone. */
  turn(day: number): void {
    if (day <= this.#day) return;
    this.#day = day;
    this.#purses.clear();
    this.#totals = {};
    this.#told = "{}";
  }
}
