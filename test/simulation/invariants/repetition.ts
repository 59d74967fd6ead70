import type { WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";

export const nothingIsRestarted: Invariant = {
  name: "G-retry: no request is written again on another connection behind the client's back",
  watch: () => (event) => {
    if (event.type !== "started" || event.request.again === undefined) return undefined;
    return `request ${event.request.again} is written again as ${event.request.number}`;
  },
};

export const equalReadsAreShared: Invariant = {
  name: "G-memory: equal reads under way are one request",
  watch: () => {
    const underWay = new Map<string, WireRequest>();
    return (event) => {
      if (event.type === "finished" && underWay.get(event.request.path) === event.request) {
        underWay.delete(event.request.path);
      }
      if (event.type !== "started" || event.request.method !== "GET") return undefined;
      const other = underWay.get(event.request.path);
      underWay.set(event.request.path, event.request);
      return other === undefined
        ? undefined
        : `request ${event.request.number} equals ${other.number}, still under way`;
    };
  },
};
