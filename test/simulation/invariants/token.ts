import type { Invariant } from "./invariant.ts";

export const oneExchangeAtATime: Invariant = {
  name: "G-token: one token exchange at a time",
  watch: () => {
    let open = 0;
    return (event) => {
      if (event.type !== "started" && event.type !== "finished") return undefined;
      if (event.request.product !== "token") return undefined;
      open += event.type === "started" ? 1 : -1;
      return open > 1 ? `${open} exchanges are under way` : undefined;
    };
  },
};
