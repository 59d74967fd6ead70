import type { HttpLimits } from "./limits.ts";

/** The tool calls under way, counted by principal. A caller that has gone still counts until its call ends. */
export class CallsInFlight {
  readonly #limits: Pick<HttpLimits, "maxCalls" | "maxCallsPerPrincipal">;
  readonly #counts = new Map<string, number>();
  #total = 0;
  readonly #onIdle: (() => void)[] = [];

  constructor(limits: Pick<HttpLimits, "maxCalls" | "maxCallsPerPrincipal">) {
    this.#limits = limits;
  }

  /** Whose limit `more` calls of this principal would exceed, if any. */
  full(principalId: string, more: number): "principal" | "server" | undefined {
    const { maxCalls, maxCallsPerPrincipal } = this.#limits;
    if ((this.#counts.get(principalId) ?? 0) + more > maxCallsPerPrincipal) return "principal";
    return this.#total + more > maxCalls ? "server" : undefined;
  }

  /** Counts a call; the function returned ends it. */
  enter(principalId: string): () => void {
    this.#add(principalId, 1);
    return () => {
      this.#add(principalId, -1);
      if (this.#total > 0) return;
      for (const resolve of this.#onIdle.splice(0)) resolve();
    };
  }

  /** Resolves when no call is under way. */
  idle(): Promise<void> {
    return this.#total === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #add(principalId: string, step: 1 | -1): void {
    this.#total += step;
    const count = (this.#counts.get(principalId) ?? 0) + step;
    if (count > 0) this.#counts.set(principalId, count);
    else this.#counts.delete(principalId);
  }
}
