import type { SimulatedCall } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { workBehind, workOf } from "./work.ts";

/** Equal calls under way, and what was answered to the work that they share. */
interface Shared {
  /** Each call with the ids that its result must tell. */
  readonly owed: Map<SimulatedCall, Set<string>>;
  /** When a call left last, and whether another came in that instant: then it is anyone's guess whose work goes on. */
  leftAtMs: number;
  isMuddled: boolean;
}

/** Of alerts a result tells so many ids at most, and risk may be remembered. */
const isTraced = ({ ask }: SimulatedCall): boolean => ask.kind === "package" || ask.kind === "plan";

export const requestIdsAreTold: Invariant = {
  name: "a result tells the id of every answer that came for it",
  clause: "4, tracing: every request's X-Request-Id is in the log line and in the result",
  watch: () => {
    const works = new Map<string, Shared>();
    return (event) => {
      if (event.type === "answered") {
        const shared = works.get(workBehind(event.request) ?? "");
        const [id, ...others] = event.answer.headers.get("x-request-id") ?? [];
        if (id === undefined || others.length > 0 || shared === undefined) return undefined;
        for (const ids of shared.owed.values()) ids.add(id);
      }
      if ((event.type !== "called" && event.type !== "ended") || !isTraced(event.call)) return undefined;
      const { call } = event;
      const work = workOf(call.ask);
      const shared = works.get(work) ?? { owed: new Map(), leftAtMs: -1, isMuddled: false };
      works.set(work, shared);
      if (event.type !== "ended") {
        shared.isMuddled ||= shared.leftAtMs === event.at.trueMs;
        shared.owed.set(call, new Set());
        return undefined;
      }
      const owed = shared.owed.get(call) ?? new Set();
      shared.owed.delete(call);
      shared.leftAtMs = event.at.trueMs;
      if (shared.owed.size === 0) works.delete(work);
      const { outcome, report } = event.end;
      if (shared.isMuddled || "defect" in outcome || !outcome.ok) return undefined;
      const missing = [...owed].filter((id) => !report.requestIds.includes(id));
      return missing.length > 0 ? `call ${call.number} is not told of ${missing.join(", ")}` : undefined;
    };
  },
};
