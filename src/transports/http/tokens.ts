import { createHash, timingSafeEqual } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { AuthorizationRules } from "../../config/config.ts";
import { readTokenEntry, type TokenEntry } from "../../config/token-entry.ts";
import { isLoopback } from "../../domain/loopback.ts";
import { defined } from "../../domain/record.ts";
import { sleep } from "../../runtime/waiting.ts";
import type { HttpOptions } from "./options.ts";
import { type Principal, pseudonym, type TokenCheck } from "./principal.ts";

const REREAD_MS = 1_000;

export type TokenRules = Extract<AuthorizationRules, { variable: string }>;

/** `problem` follows the variable's name and reveals no token. `isGone`: the file is missing or holds no token. */
export type TokensRead =
  | { readonly entries: readonly TokenEntry[]; readonly isGone?: never }
  | { readonly problem: string; readonly isGone?: boolean };

/** Reads tokens for a server bound to `host`. Never rejects. */
export async function readTokens(rules: TokenRules, host: string): Promise<TokensRead> {
  // Beyond loopback, other machines can guess short tokens.
  const minChars = isLoopback(host) ? 1 : 16;
  if (rules.kind === "token file") return readTokenFile(rules.path, minChars);
  const entries = rules.tokens();
  if (entries.every(({ token }) => token.length >= minChars)) return { entries };
  return {
    problem: `should hold tokens of at least ${minChars} characters, because --host ${host} lets other machines connect`,
  };
}

/** One entry per line; `#` begins a comment line. */
async function readTokenFile(path: string, minChars: number): Promise<TokensRead> {
  let text: string;
  try {
    // Reading a pipe may never end.
    if (!(await stat(path)).isFile()) return { problem: "does not name a regular file" };
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: `names a file that could not be read (${code})`, isGone: code === "ENOENT" };
  }
  const entries: TokenEntry[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const entry = readTokenEntry(line.trim());
    const where = `names a file whose line ${index + 1}`;
    if (entry === undefined) return { problem: `${where} is not an entry such as name[read]:token` };
    if (entry.token.length < minChars) return { problem: `${where} has a token of fewer than ${minChars} characters` };
    entries.push(entry);
  }
  return entries.length > 0 ? { entries } : { problem: "names a file that holds no token", isGone: true };
}

/**
 * Checks tokens against the current list, which it reads again when it is a second old; requests wait for that. If a file
 * becomes invalid, its former tokens stay valid, as the log says. If it is gone or empty, an editor may be writing it: a
 * second later it is read once more, and if it still is, all tokens are withdrawn.
 */
export async function tokenChecker(rules: TokenRules, options: HttpOptions) {
  const { host, clock, log } = options;
  const { kind, variable } = rules;
  let known: readonly (readonly [hash: Buffer, entry: TokenEntry])[] = [];
  let lastReading = "";
  const update = async (): Promise<void> => {
    let tokens = await readTokens(rules, host);
    if (tokens.isGone && known.length > 0) {
      await sleep(clock, REREAD_MS);
      tokens = await readTokens(rules, host);
      if (tokens.isGone) known = [];
    }
    const reading = JSON.stringify(tokens);
    if (reading === lastReading) return;
    lastReading = reading;
    if ("problem" in tokens) {
      const consequence = known.length > 0 ? "the tokens read before stay valid" : "no token is valid";
      log.error({ variable }, `${tokens.problem}; ${consequence}`);
      return;
    }
    known = tokens.entries.map((entry) => [hashOf(entry.token), entry]);
    if (kind === "token file") log.info({ variable, tokens: known.length }, "tokens read");
  };
  let readMs = 0;
  let updated = Promise.resolve();
  const read = (): Promise<void> => {
    readMs = clock.monotonicMs();
    updated = updated.then(update);
    return updated;
  };
  await read();
  const check: TokenCheck = async (token) => {
    if (kind === "token file" && clock.monotonicMs() - readMs >= REREAD_MS) void read();
    await updated;
    const sent = hashOf(token);
    // Compares every token in constant time, so that the duration reveals nothing.
    const [match] = known.filter(([hash]) => timingSafeEqual(hash, sent));
    return match === undefined ? { flaw: "unknown token" } : principalOf(match[1], options);
  };
  return { check, read };
}

async function principalOf({ name, token, scopes }: TokenEntry, options: HttpOptions): Promise<Principal> {
  return { id: name ?? (await pseudonym(token, options)), ...defined({ name }), scopes: new Set(scopes) };
}

/** `timingSafeEqual` needs equal lengths. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
