import { Readable } from "node:stream";

/** More than an SDK takes as one message. */
const MAX_FIRST_LINE_BYTES = 11 * 1024 * 1024;
const NEWLINE = "\n";

/** An input whose end its reader does not notice: the SDKs take the end of theirs for the end of all work under way. */
export class HeldInput {
  /** What an SDK reads. */
  readonly stream = new Readable({ read: () => undefined });
  /** The first line that is a JSON object, or nothing where reading ends before one. */
  readonly first: Promise<object | undefined>;
  /** Resolves once there is nothing more to read. */
  readonly end: Promise<void>;
  readonly #input: Readable;
  #found: (first: object | undefined) => void = () => undefined;
  #isInLine = false;
  #isFound = false;
  #start = "";

  constructor(input: Readable) {
    this.#input = input;
    this.first = new Promise((resolve) => {
      this.#found = resolve;
    });
    input.on("data", this.#take);
    this.end = new Promise((resolve) => {
      for (const event of ["end", "error", "close"]) input.once(event, () => resolve());
    });
  }

  /** Reads no further. What was read is still to be had, its last line also where it lacks a newline. */
  stop(): void {
    this.#input.off("data", this.#take).pause();
    if (this.#isInLine) this.#take(Buffer.from(NEWLINE));
    this.#found(undefined);
  }

  /** Resolves once the SDK has read all there is. */
  async drained(): Promise<void> {
    while (this.stream.readableLength > 0 && !this.stream.isPaused())
      await new Promise((resolve) => setImmediate(resolve));
  }

  readonly #take = (chunk: Buffer): void => {
    this.stream.push(chunk);
    this.#isInLine = chunk.at(-1) !== NEWLINE.charCodeAt(0);
    if (this.#isFound) return;
    // Latin-1, so that it does not matter where a chunk cuts a character: keys of MCP are ASCII.
    const lines = `${this.#start}${chunk.toString("latin1")}`.split(NEWLINE);
    this.#start = lines.pop() ?? "";
    const message = lines.map(objectIn).find((object) => object !== undefined);
    if (message === undefined && this.#start.length < MAX_FIRST_LINE_BYTES) return;
    this.#isFound = true;
    this.#found(message ?? {});
  };
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
