import { readFile } from "node:fs/promises";
import { readTokenEntry, type TokenEntry } from "../../config/token-entry.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";

/** A change is seen by the first request after this time. */
const REREAD_MS = 1_000;
const VARIABLE = "COLDROUTE_HTTP_TOKENS_FILE";

/** The entries of a file, or its problem in words that follow its variable's name. No word of the file is in them. */
export type TokensRead = { readonly entries: readonly TokenEntry[] } | { readonly problem: string };

/** Reads a file of tokens: one entry a line. Blank lines and those that begin with `#` do not count. Never rejects. */
export async function readTokenFile(path: string, leastChars: number): Promise<TokensRead> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { problem: `names a file that could not be read (${code})` };
  }
  const entries: TokenEntry[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const words = line.trim();
    if (words === "" || words.startsWith("#")) continue;
    const entry = readTokenEntry(words);
    const where = `names a file whose line ${index + 1}`;
    if (entry === undefined) return { problem: `${where} is no entry such as name[read]:token` };
    if (entry.token.length < leastChars)
      return { problem: `${where} has a token of fewer than ${leastChars} characters` };
    entries.push(entry);
  }
  return entries.length > 0 ? { entries } : { problem: "names a file that holds no token" };
}

export interface TokenFileParts {
  readonly path: string;
  /** The fewest characters of a token. */
  readonly leastTokenChars: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tokens of a file as it is now. A broken file keeps the entries before it, and says so in the log. */
export async function tokenFile({ path, leastTokenChars, clock, log }: TokenFileParts) {
  let entries: readonly TokenEntry[] = [];
  let told = "";
  let readMs = 0;
  const read = async (): Promise<void> => {
    readMs = clock.monotonicMs();
    const found = await readTokenFile(path, leastTokenChars);
    const now = JSON.stringify(found);
    if (now === told) return;
    told = now;
    if ("problem" in found) log.error({ variable: VARIABLE }, `${found.problem}; the tokens read before stay valid`);
    else {
      entries = found.entries;
      log.info({ variable: VARIABLE, tokens: entries.length }, "tokens read");
    }
  };
  await read();
  return {
    /** The entries, read again once they are a second old. The same list as long as they are the same. */
    entries: async (): Promise<readonly TokenEntry[]> => {
      if (clock.monotonicMs() - readMs >= REREAD_MS) await read();
      return entries;
    },
    /** Reads the file now. */
    read,
  };
}
