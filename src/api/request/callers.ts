import type { WaitLimits } from "../../runtime/waiting.ts";
import type { Call } from "../model/api.ts";

/** The calls that wait for a request. A shared request gains and loses some, so each method reads the present ones. */
export interface RequestCallers {
  /** Whether other calls may join. If so, an attempt on the wire keeps its full timeout and survives an abort. */
  readonly isShared: boolean;
  /** How long an unsent attempt may wait. `dropUnsent` aborts the signal, and so does the last call when it leaves. */
  readonly unsentLimits: WaitLimits & { readonly signal: AbortSignal };
  /** Oldest first. The first that can pays. */
  calls(): readonly Call[];
  noteWritten(): void;
  /** None of the calls can pay. The failure tells the limit of `call`. */
  noteCallAtLimit(call: Call): void;
  /** Gives up the attempts that are not yet on the wire. The calls wait on for the result. */
  dropUnsent(): void;
}

export function soleCaller(call: Call): RequestCallers {
  return {
    isShared: false,
    unsentLimits: { signal: call.signal, deadlineMs: () => call.deadlineMs },
    calls: () => [call],
    noteWritten: () => undefined,
    noteCallAtLimit: () => undefined,
    dropUnsent: () => undefined,
  };
}
