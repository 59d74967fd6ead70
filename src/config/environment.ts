import { cleanText } from "../domain/clean.ts";

/** Environment variables by name, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A way to read the text of a variable. */
export interface Reader<T> {
  /** The expected text, in words that follow "should hold". */
  readonly should: string;
  /** What a bad text was probably meant to be, in words that follow "should hold". */
  meant?(text: string): string | undefined;
  /** The value of a missing or bad variable. */
  readonly fallback: T;
  /** The value, or undefined for an unexpected text. */
  read(text: string): T | undefined;
}

/** The placeholder that hosts pass on for a setting that the user left empty: `${user_config.name}` or `${NAME}`. */
const UNFILLED = /^\$\{[\w.]+\}$/;

/** A variable's text without surrounding blanks. A blank text and a host's placeholder count as unset. */
export function variableText(env: Environment, variable: string): string | undefined {
  const text = env[variable]?.trim() ?? "";
  return text === "" || UNFILLED.test(text) ? undefined : text;
}

/** `1` or `0`, or the words that people and hosts write for them. */
export function flag(fallback: boolean): Reader<boolean> {
  const read = (text: string) => {
    if (/^(?:1|true|yes|on)$/i.test(text)) return true;
    return /^(?:0|false|no|off)$/i.test(text) ? false : undefined;
  };
  return { should: "1 or 0 (or true, yes, on; false, no, off)", fallback, read };
}

/** A whole number in digits, from `min` to `max`. */
export function integer<F extends number | undefined = undefined>(
  min: number,
  max: number,
  fallback = undefined as F,
): Reader<number | F> {
  return {
    should: `a whole number from ${min} to ${max}`,
    fallback,
    read: (text) => {
      const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** A text that matches `shape`. */
export function line(shape: RegExp, should: string): Reader<string | undefined> {
  return { should, fallback: undefined, read: (text) => (shape.test(text) ? text : undefined) };
}

export const anyText = line(/^/, "a text");

/** One of `choices`. */
export function choice<T extends string>(choices: readonly T[], fallback: NoInfer<T>): Reader<T> {
  return { should: `one of ${choices.join(", ")}`, fallback, read: (text) => choices.find((each) => each === text) };
}

/** Comma-separated words, each as `read` understands it; at least one. */
export function list<T>(should: string, read: (word: string) => T | undefined): Reader<readonly T[] | undefined> {
  return {
    should: `${should}, separated by commas`,
    fallback: undefined,
    read: (text) => {
      const words = text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== "");
      const values = words.map(read).filter((value) => value !== undefined);
      return words.length > 0 && values.length === words.length ? values : undefined;
    },
  };
}

/** Names of levels in order, separated by commas. A list of another notation would be one odd name, so it is refused. */
export const levelNames: Reader<readonly string[] | undefined> = {
  should: "names from the least to the most severe, separated by commas, none blank and none twice in any case",
  fallback: undefined,
  read: (text) => {
    const names = text.split(",").map((name) => cleanText(name));
    const isName = (name: string): boolean => /^[^<>|;"[\]]{1,40}$/.test(name);
    const distinct = new Set(names.map((name) => name.toLowerCase()));
    return distinct.size === names.length && names.every(isName) ? names : undefined;
  },
};

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

const A_URL = "a URL such as https://api.example.com/base (https, plain http for loopback alone), without credentials";

/** An absolute URL, kept to the letter: https, or http to loopback only. */
export const exactUrl: Reader<string | undefined> = {
  should: `${A_URL} or fragment`,
  fallback: undefined,
  read: (text) => {
    // The URL parser drops blanks and control characters, and guesses slashes.
    if (!/^https?:\/\/[^\s\p{Cc}\\#@]+$/iu.test(text) || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    return url.protocol === "https:" || LOOPBACK.test(url.hostname) ? text : undefined;
  },
};

/** The URL of a Redis or Valkey. User, password and database number are optional. */
export const redisUrl: Reader<string | undefined> = {
  should: "a URL such as rediss://user:password@redis.example.com:6379/0 (redis: without TLS), percent-encoded",
  fallback: undefined,
  read: (text) => {
    const shape = /^rediss?:\/\/(?:(?:[^\s\p{Cc}/?#@%]|%[0-9a-f]{2})*@)?[^\s\p{Cc}/?#@]+(?:\/[0-9]{0,3})?$/iu;
    return shape.test(text) && URL.canParse(text) ? text : undefined;
  },
};

/**
 * A URL that the service's paths follow: without a query or a trailing slash. `added` matches an end that belongs to
 * those paths, and is refused.
 */
export function baseUrl(added: RegExp): Reader<string | undefined> {
  const base = (text: string): string | undefined => {
    const exact = text.includes("?") ? undefined : exactUrl.read(text);
    return exact && new URL(exact).href.replace(/(?<!\/)\/+$/, "");
  };
  return {
    should: `${A_URL}, query or fragment`,
    fallback: undefined,
    read: (text) => {
      const url = base(text);
      return url === undefined || added.test(url) ? undefined : url;
    },
    meant: (text) => {
      const url = base(text);
      const end = url === undefined ? undefined : added.exec(url)?.[0];
      return end && `${url?.slice(0, -end.length)}, without ${end}: coldroute adds the path`;
    },
  };
}

/** A command line, split at blanks. Single and double quotes group. It has no escape character and no shell. */
export const commandLine: Reader<readonly string[] | undefined> = {
  should: "the name of a command first, then its arguments, with every quote closed",
  fallback: undefined,
  read: (text) => {
    const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
    const isWhole = text.replaceAll(/"[^"]*"|'[^']*'/g, "").search(/["']/) === -1;
    const argv = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
    return isWhole && argv[0] ? argv : undefined;
  },
};
