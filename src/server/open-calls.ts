import type { CallContext } from "./call-context.ts";

/** The open calls and other work that an ending process waits for. It may give up the calls. */
export class OpenCalls {
  #count = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<AbortController>();
  #isGivenUp = false;

  /** Counts `work` until it has ended. */
  async until<T>(work: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Runs a call that its client or `giveUp` may cancel. */
  async run<T>(context: CallContext, work: (context: CallContext) => Promise<T>): Promise<T> {
    // Not AbortSignal.any, which leaks in processes that live long.
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    if (this.#isGivenUp || context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
    this.#open.add(controller);
    try {
      return await this.until(work({ ...context, signal: controller.signal }));
    } finally {
      context.signal.removeEventListener("abort", cancel);
      this.#open.delete(controller);
    }
  }

  /** Cancels every open and every later call. Each still gets an answer, and a plan that is being sent is finished. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const controller of this.#open) controller.abort();
  }
}
