/** What is under way, and when nothing is any more. */
export class IdleSet<T> implements Iterable<T> {
  readonly #members = new Set<T>();
  readonly #waiting: (() => void)[] = [];

  add(member: T): void {
    this.#members.add(member);
  }

  delete(member: T): void {
    this.#members.delete(member);
    if (this.#members.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves once it is empty. */
  idle(): Promise<void> {
    return this.#members.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#members.values();
  }
}
