import type { Invariant } from "./invariant.ts";

export const noDefect: Invariant = {
  name: "G-errors: no unhandled rejection",
  watch: () => (event) => (event.type === "defect" ? `unhandled: ${String(event.error)}` : undefined),
};

export const nothingIsLeft: Invariant = {
  name: "no call, timer or connection is left after closing",
  watch: (run) => (event) => {
    if (event.type !== "closed") return undefined;
    const open = run.calls.find(({ ended }) => ended === undefined);
    if (open !== undefined) return `call ${open.number} is still open`;
    const { timers, sockets } = run.left();
    return timers + sockets > 0 ? `${timers} timers and ${sockets} connections are left` : undefined;
  },
};

export const nothingIsSentAfterClosing: Invariant = {
  name: "nothing is sent after closing",
  watch: () => {
    let isClosed = false;
    return (event) => {
      if (event.type === "trouble" && event.what === "close") isClosed = true;
      return isClosed && event.type === "started" ? `request ${event.request.number} starts` : undefined;
    };
  },
};
