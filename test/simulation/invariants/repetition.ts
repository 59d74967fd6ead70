import { MAX_ATTEMPTS } from "../../support/contract.ts";
import type { WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";

export const nothingIsRestarted: Invariant = {
  name: "no request is written again on another connection behind the client's back",
  clause: "4, retries: a request that provably never started (onRequestStart); once after any other lost answer",
  watch: () => (event) => {
    if (event.type !== "started" || event.request.again === undefined) return undefined;
    return `request ${event.request.again} is written again as ${event.request.number}`;
  },
};

export const readsAreRepeatedLittle: Invariant = {
  name: "one read makes four attempts at most, of which two may be billed",
  clause: "4, retries: 4 attempts at most; once after any other lost or broken answer or 5xx",
  watch: () => (event) => {
    if (event.type !== "ended" || event.call.ask.kind === "alerts") return undefined;
    const { requests, billableRequests, maybeBilled } = event.end.report;
    if (requests > MAX_ATTEMPTS) return `call ${event.call.number} made ${requests} requests`;
    const most = event.call.ask.kind === "plan" ? 1 : 2;
    return billableRequests + maybeBilled > most
      ? `call ${event.call.number} may be billed ${billableRequests + maybeBilled} requests`
      : undefined;
  },
};

export const equalReadsAreShared: Invariant = {
  name: "equal reads under way are one request",
  clause: "4, memory: equal concurrent GETs make one request",
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
