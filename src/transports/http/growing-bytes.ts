/** Bytes in one piece: a body may come byte by byte, and each part by itself costs hundreds of times its size. */
export class GrowingBytes {
  #bytes = Buffer.alloc(0);
  length = 0;

  add(part: Buffer): void {
    if (this.length + part.length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.length + part.length, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, this.length);
      this.#bytes = grown;
    }
    this.length += part.copy(this.#bytes, this.length);
  }

  /** All of them, and forgets them. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.length);
    this.clear();
    return bytes;
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.length);
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.length = 0;
  }
}
