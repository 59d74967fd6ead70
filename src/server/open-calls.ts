import type { CallContext } from "./call-context.ts";

/** Open calls, and other work that a process waits for before it ends. */
export class OpenCalls {
  #count = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<AbortController>();
  #isGivenUp = false;

  async until<T>(work: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  idle(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Runs a call that the client or `giveUp` can cancel. */
  async run<T>(context: CallContext, work: (context: CallContext) => Promise<T>): Promise<T> {
    // AbortSignal.any leaks in long-lived processes.
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    if (this.#isGivenUp || context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel);
    this.#open.add(controller);
    try {
      return await this.until(work({ ...context, signal: controller.signal }));
    } finally {
      context.signal.removeEventListener("abort", cancel);
      this.#open.delete(controller);
    }
  }

  /** Cancels all open and later calls. Each still gets an answer, and a plan that is being sent runs to its end. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const controller of this.#open) controller.abort();
  }
}
