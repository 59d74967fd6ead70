import { open } from "node:fs/promises";
import { readTokenEntry, type TokenEntry } from "../../config/token-entry.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";

/** Far more than the tokens of a team. */
const MAX_FILE_BYTES = 256 * 1024;
/** A change is seen by the first request after this time. */
const REREAD_MS = 1_000;
const VARIABLE = "COLDROUTE_HTTP_TOKENS_FILE";

/** The entries of a file, or its problem in words that follow its variable's name. No word of the file is in them. */
export type TokensRead = { readonly entries: readonly TokenEntry[] } | { readonly problem: string };

/** Reads a file of tokens: one entry a line. Blank lines and those that begin with `#` do not count. Never rejects. */
export async function readTokenFile(path: string, leastChars: number): Promise<TokensRead> {
  let text: string;
  try {
    text = await fileText(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { problem: `names a file that could not be read (${code})` };
  }
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) return { problem: `names a file of more than ${MAX_FILE_BYTES} bytes` };
  const lines = text.split("\n").map((line, index) => ({ words: line.trim(), number: index + 1 }));
  const read = lines
    .filter(({ words }) => words !== "" && !words.startsWith("#"))
    .map(({ words, number }) => ({ number, entry: readTokenEntry(words) }));
  const entries = read.flatMap(({ entry }) => entry ?? []);
  const bad = read.find(({ entry }) => entry === undefined);
  const short = read.find(({ entry }) => (entry?.token.length ?? leastChars) < leastChars);
  if (bad !== undefined)
    return { problem: `names a file whose line ${bad.number} is no entry such as name[read]:token` };
  if (short !== undefined)
    return { problem: `names a file whose line ${short.number} has a token of fewer than ${leastChars} characters` };
  return entries.length > 0 ? { entries } : { problem: "names a file that holds no token" };
}

async function fileText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

export interface TokenFileParts {
  readonly path: string;
  /** The fewest characters of a token. */
  readonly leastChars: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tokens of a file as it is now. A broken file keeps the entries before it, and says so in the log. */
export class TokenFile {
  readonly #parts: TokenFileParts;
  #entries: readonly TokenEntry[] = [];
  #told = "";
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(parts: TokenFileParts) {
    this.#parts = parts;
  }

  /** The entries, read again once they are a second old. The same list as long as they are the same. */
  async entries(): Promise<readonly TokenEntry[]> {
    if (this.#parts.clock.monotonicMs() - this.#readMs >= REREAD_MS) await this.read();
    return this.#entries;
  }

  /** Reads the file now. */
  async read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { path, leastChars, clock, log } = this.#parts;
    const read = await readTokenFile(path, leastChars);
    this.#readMs = clock.monotonicMs();
    const now = JSON.stringify(read);
    if (now === this.#told) return;
    this.#told = now;
    if ("problem" in read) log.error({ variable: VARIABLE }, `${read.problem}; the tokens read before stay valid`);
    else {
      this.#entries = read.entries;
      log.info({ variable: VARIABLE, tokens: read.entries.length }, "tokens read");
    }
  }
}
