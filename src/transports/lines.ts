const NEWLINE = 0x0a;

/** A line of input, or the news that one was longer than allowed and dropped. */
export type Line = { readonly text: string } | { readonly tooLong: true };

/** Cuts bytes into lines of at most `maxBytes` each. What is longer is dropped up to its newline, never gathered. */
export class LineCutter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #dropping = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, end));
      lines.push(this.#finish());
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
    return lines;
  }

  /** The last line, where the input ended without a newline. */
  end(): Line[] {
    return this.#bytes > 0 || this.#dropping ? [this.#finish()] : [];
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) {
      this.#dropping = true;
      this.#parts = [];
    }
    if (!this.#dropping && part.length > 0) this.#parts.push(part);
  }

  #finish(): Line {
    const line: Line = this.#dropping ? { tooLong: true } : { text: Buffer.concat(this.#parts).toString("utf8") };
    this.#parts = [];
    this.#bytes = 0;
    this.#dropping = false;
    return line;
  }
}
