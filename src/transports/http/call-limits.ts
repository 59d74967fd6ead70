/** The most calls under way in all, whoever makes them. */
const MAX_CALLS_IN_ALL = 512;

/** The places of one HTTP request's calls. Each is kept until its call has ended and the request is answered or gone. */
export interface Places {
  /** One of the calls runs. */
  enter(): void;
  leave(): void;
  /** The request is over, whether its client saw the answer or not. */
  requestOver(): void;
}

/** Counts calls under way by principal. A client that leaves and comes again finds its unfinished calls counted. */
export class CallLimits {
  readonly #perPrincipal: number;
  readonly #inAll: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(perPrincipal: number, inAll: number = MAX_CALLS_IN_ALL) {
    this.#perPrincipal = perPrincipal;
    this.#inAll = inAll;
  }

  /** Takes places for `count` calls at once, or none where they exceed a limit. */
  take(principalId: string, count: number): Places | undefined {
    if ((this.#taken.get(principalId) ?? 0) + count > this.#perPrincipal || this.#total + count > this.#inAll) {
      return undefined;
    }
    let held = 0;
    let running = 0;
    let isOver = false;
    const hold = (now: number): void => {
      this.#add(principalId, now - held);
      held = now;
    };
    hold(count);
    const leave = (step: 1 | -1): void => {
      running += step;
      if (isOver) hold(running);
    };
    return {
      enter: () => leave(1),
      leave: () => leave(-1),
      requestOver: () => {
        isOver = true;
        hold(running);
      },
    };
  }

  #add(principalId: string, step: number): void {
    this.#total += step;
    const taken = (this.#taken.get(principalId) ?? 0) + step;
    if (taken > 0) this.#taken.set(principalId, taken);
    else this.#taken.delete(principalId);
  }
}
