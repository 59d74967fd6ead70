import type { Run } from "../driver.ts";
import type { SimulationEvent } from "../events.ts";

/** A rule that must hold at every event of every run. */
export interface Invariant {
  /** The rule, after the id of its promise in docs/guarantees.md. */
  readonly name: string;
  /** Begins to watch a run. The function gets each event, and returns the violation, if any. */
  watch(run: Run): (event: SimulationEvent) => string | undefined;
}
