import type { Log } from "../runtime/log.ts";

/** Contract drift by name, e.g. `shipment.recommendedShipmentService.carrier: invalid_value`, and how often it was seen. */
export type DriftReport = ReadonlyMap<string, number>;

/** How many different names are kept: a hostile service must not fill the memory with them. */
const MAX_NAMES = 500;
const OVERFLOW = "(more names than are kept)";

/**
 * Where answers depart from the interface specification: counted by name, logged once each, never an error
 * (DESIGN 3, arguments; "not shown" stays open). Names are made of field names and rules, never of values.
 */
export class ContractDrift {
  readonly #log: Log;
  readonly #counts = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Counts each of `names` once, however often it is listed. */
  count(names: Iterable<string>): void {
    for (const wanted of new Set(names)) {
      const name = this.#counts.has(wanted) || this.#counts.size < MAX_NAMES ? wanted : OVERFLOW;
      const seen = this.#counts.get(name) ?? 0;
      this.#counts.set(name, seen + 1);
      if (seen === 0) this.#log.warn({ drift: name }, "the service departs from its interface specification");
    }
  }

  report(): DriftReport {
    return new Map(this.#counts);
  }
}
