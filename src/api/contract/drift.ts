import type { Log } from "../../runtime/log.ts";

/**
 * Where answers depart from the interface specification: counted by path, logged once each, never an error
 * (G-answers). A path is made of the specification's own field names: a name that the service sends may be a person's.
 */
export class ContractDrift {
  readonly #log: Log;
  readonly #counts = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Counts each of `paths` once, however often it is listed. */
  count(paths: Iterable<string>): void {
    for (const path of new Set(paths)) {
      const seen = this.#counts.get(path) ?? 0;
      this.#counts.set(path, seen + 1);
      if (seen === 0) this.#log.warn({ drift: path }, "the service departs from its interface specification");
    }
  }

  report(): ReadonlyMap<string, number> {
    return new Map(this.#counts);
  }
}
