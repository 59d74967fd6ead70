const MAX_CALLS_IN_ALL = 512;

/** The places of calls under way: `maxPerPrincipal` for each principal, and 512 in all. */
export class CallPlaces {
  readonly #maxPerPrincipal: number;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  constructor(maxPerPrincipal: number) {
    this.#maxPerPrincipal = maxPerPrincipal;
  }

  /** Takes a place for a principal's call; false if none is free. */
  take(principalId: string): boolean {
    const taken = this.#takenBy.get(principalId) ?? 0;
    if (taken >= this.#maxPerPrincipal || this.#taken >= MAX_CALLS_IN_ALL) return false;
    this.#takenBy.set(principalId, taken + 1);
    this.#taken += 1;
    return true;
  }

  free(principalId: string): void {
    const left = (this.#takenBy.get(principalId) ?? 0) - 1;
    if (left > 0) this.#takenBy.set(principalId, left);
    else this.#takenBy.delete(principalId);
    this.#taken -= 1;
  }
}
