import type { CallContext } from "./call-context.ts";

/** Runs a piece of work that the service may have to answer. */
export type Run = <T>(context: CallContext, work: (context: CallContext) => Promise<T>) => Promise<T>;

/** The calls under way of all clients: what an ending process waits for, and gives up. */
export class Calls {
  readonly #open = new Set<AbortController>();
  readonly #waiting: (() => void)[] = [];
  #isGivenUp = false;

  /** Runs a call that its client or `giveUp` may cancel. */
  readonly run: Run = async (context, work) => {
    // Not AbortSignal.any, which leaks in processes that live long.
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    if (this.#isGivenUp || context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
    this.#open.add(controller);
    try {
      return await work({ ...context, signal: controller.signal });
    } finally {
      context.signal.removeEventListener("abort", cancel);
      this.#open.delete(controller);
      if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  };

  /** Cancels every call, now and from now on. Each is still answered; a plan that is being sent is still finished. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const controller of this.#open) controller.abort();
  }

  /** Resolves once no call is under way. */
  idle(): Promise<void> {
    return this.#open.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
