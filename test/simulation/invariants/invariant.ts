import type { Run } from "../driver.ts";
import type { SimulationEvent } from "../events.ts";

/** One thing that must hold at every event of every run. */
export interface Invariant {
  readonly name: string;
  /** The promise of docs/guarantees.md that it holds the client to. */
  readonly clause: string;
  /** Begins to watch a run: the function tells of each event what is wrong, or nothing. */
  watch(run: Run): (event: SimulationEvent) => string | undefined;
}
