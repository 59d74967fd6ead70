import { cleanText } from "../domain/clean.ts";
import { isLoopback } from "../domain/loopback.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Reader<T> {
  /** The expected text, in words that follow "should hold". */
  readonly should: string;
  /** What a bad text was probably meant to be, in words that follow "should hold". */
  meant?(text: string): string | undefined;
  readonly fallback: T;
  read(text: string): T | undefined;
}

/** The placeholder that hosts pass on for a setting that the user left empty: `${user_config.name}` or `${NAME}`. */
const UNFILLED = /^\$\{[\w.]+\}$/;

/** A variable's text without surrounding blanks. A blank text and a host's placeholder count as unset. */
export function variableText(env: Environment, variable: string): string | undefined {
  const text = env[variable]?.trim() ?? "";
  return text === "" || UNFILLED.test(text) ? undefined : text;
}

function reader<T>(should: string, read: (text: string) => T | undefined): Reader<T | undefined> {
  return { should, fallback: undefined, read };
}

export const anyText = reader("a text", (text) => text);

export const line = (shape: RegExp, should: string) => reader(should, (text) => (shape.test(text) ? text : undefined));

export function flag(fallback: boolean): Reader<boolean> {
  const read = (text: string) => {
    if (/^(?:1|true|yes|on)$/i.test(text)) return true;
    return /^(?:0|false|no|off)$/i.test(text) ? false : undefined;
  };
  return { should: "1 or 0 (or true, yes, on; false, no, off)", fallback, read };
}

export function integer<F extends number | undefined = undefined>(
  min: number,
  max: number,
  fallback = undefined as F,
): Reader<number | F> {
  const read = (text: string) => {
    const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return { should: `a whole number from ${min} to ${max}`, fallback, read };
}

export function choice<T extends string>(choices: readonly T[], fallback: NoInfer<T>): Reader<T> {
  return { should: `one of ${choices.join(", ")}`, fallback, read: (text) => choices.find((name) => name === text) };
}

/** Comma-separated words, each as `read` understands it; at least one. */
export function list<T>(should: string, read: (word: string) => T | undefined): Reader<readonly T[] | undefined> {
  return reader(`${should}, separated by commas`, (text) => {
    const words = text.split(",").map((word) => word.trim());
    const named = words.filter((word) => word !== "");
    const values = named.map(read).filter((value) => value !== undefined);
    return named.length > 0 && values.length === named.length ? values : undefined;
  });
}

/** Names of levels in order, separated by commas. A list of another notation would be one odd name, so it is refused. */
export const levelNames = reader(
  "names from the least to the most severe, separated by commas, none of them blank or repeated (case does not matter)",
  (text): readonly string[] | undefined => {
    const names = text.split(",").map((name) => cleanText(name));
    const isName = (name: string): boolean => /^[^<>|;"[\]]{1,40}$/.test(name);
    const distinct = new Set(names.map((name) => name.toLowerCase()));
    return distinct.size === names.length && names.every(isName) ? names : undefined;
  },
);

const A_URL = "a URL such as https://api.example.com/base (https, or http on loopback only), without credentials";

/** Strict, since the URL parser drops blanks and control characters, and guesses slashes. */
const WEB_URL = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s\p{Cc}\\#@:/?]*)[^\s\p{Cc}\\#@]*$/iu;
const REDIS_URL = /^rediss?:\/\/(?:(?:[^\s\p{Cc}/?#@%]|%[0-9a-f]{2})*@)?[^\s\p{Cc}/?#@]+(?:\/[0-9]{0,3})?$/iu;

/** Whether the URL parser takes `text`, and its percent-encoding is UTF-8. */
function isUrl(text: string): boolean {
  try {
    return URL.canParse(text) && decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

export const exactUrl = reader(`${A_URL} or fragment`, (text) => {
  const [, scheme = "", host = ""] = WEB_URL.exec(text) ?? [];
  const isSafe = scheme.toLowerCase() === "https" || isLoopback(host);
  return isSafe && isUrl(text) ? text : undefined;
});

export const redisUrl = reader(
  "a URL such as rediss://user:password@redis.example.com:6379/0 (redis: without TLS), percent-encoded",
  (text) => (REDIS_URL.test(text) && isUrl(text) ? text : undefined),
);

/** A URL that the service's paths follow. It must not end in `added`, which belongs to those paths. */
export function baseUrl(added: RegExp): Reader<string | undefined> {
  const withoutSlash = (text: string): string | undefined => {
    const exact = text.includes("?") ? undefined : exactUrl.read(text);
    return exact && new URL(exact).href.replace(/(?<!\/)\/+$/, "");
  };
  return {
    should: `${A_URL}, query or fragment`,
    fallback: undefined,
    read(text) {
      const base = withoutSlash(text);
      return base === undefined || added.test(base) ? undefined : base;
    },
    meant(text) {
      const base = withoutSlash(text) ?? "";
      const end = added.exec(base)?.[0];
      return end && `${base.slice(0, -end.length)}, without ${end}: coldroute adds the path`;
    },
  };
}

/** A command line, split at blanks. Single and double quotes group. It has no escape character and no shell. */
export const commandLine = reader(
  "the name of a command first, then its arguments, with every quote closed",
  (text): readonly string[] | undefined => {
    const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
    const isWhole = text.replaceAll(/"[^"]*"|'[^']*'/g, "").search(/["']/) === -1;
    const argv = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
    return isWhole && argv[0] ? argv : undefined;
  },
);
