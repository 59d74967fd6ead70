/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A way to read the text of a variable. */
export interface Reader<T> {
  /** The expected text, in words that follow "should hold". */
  readonly should: string;
  /** The value, or undefined for an unexpected text. `raw` still has its surrounding blanks. */
  read(text: string, raw: string): T | undefined;
}

/** The placeholder that desktop hosts (MCPB) pass on for a setting that the user left empty. */
const UNFILLED = /^\$\{user_config\.\w+\}$/;

/** A variable's text without surrounding blanks. A blank text and a host's placeholder count as unset. */
export function textOf(env: Environment, variable: string): string | undefined {
  const text = env[variable]?.trim() ?? "";
  return text === "" || UNFILLED.test(text) ? undefined : text;
}

/** The untrimmed text: a secret may begin or end with blanks. */
export const asGiven: Reader<string> = { should: "a text", read: (_text, raw) => raw };

/** `1` or `0`; desktop hosts (MCPB) write `true` or `false`. */
export const flag: Reader<boolean> = {
  should: "1 or 0",
  read: (text) => (/^(?:1|true)$/.test(text) ? true : /^(?:0|false)$/.test(text) ? false : undefined),
};

/** A setting that this version can only leave off. */
export const notYet: Reader<false> = {
  should: "nothing, since this version does not support it",
  read: (text) => (flag.read(text, text) === false ? false : undefined),
};

/** A whole number in digits, from `min` to `max`. */
export function integer(min: number, max: number): Reader<number> {
  return {
    should: `a whole number from ${min} to ${max}`,
    read: (text) => {
      const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** One line of printable text. */
export function line(shape: RegExp, should: string): Reader<string> {
  return { should, read: (text) => (shape.test(text) ? text : undefined) };
}

/** One of `choices`. */
export function choice<T extends string>(choices: readonly T[]): Reader<T> {
  return { should: `one of ${choices.join(", ")}`, read: (text) => choices.find((each) => each === text) };
}

/** Comma-separated words that all pass `test`; at least one. */
export function list(should: string, test: (word: string) => boolean): Reader<readonly string[]> {
  return {
    should: `${should}, separated by commas`,
    read: (text) => {
      const words = text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== "");
      return words.length > 0 && words.every(test) ? words : undefined;
    },
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** An absolute URL to the letter: https, or http to loopback alone. */
export const exactUrl: Reader<string> = {
  should: "a URL such as https://api.example.com/base (https, plain http for loopback alone)",
  read: (text) => {
    // The URL parser drops blanks and control characters, and guesses slashes.
    if (!/^https?:\/\/[^\s\p{Cc}\\#@]+$/iu.test(text) || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    return url.protocol === "https:" || LOOPBACK.test(url.hostname) ? text : undefined;
  },
};

/** A URL to put paths behind: without a query, and without its trailing slash. */
export const baseUrl: Reader<string> = {
  should: exactUrl.should,
  read: (text, raw) => {
    const exact = text.includes("?") ? undefined : exactUrl.read(text, raw);
    return exact && new URL(exact).href.replace(/\/+$/, "");
  },
};

/** A command line, split at blanks. Single and double quotes group; there is no escape character and no shell. */
export const commandLine: Reader<readonly string[]> = {
  should: "a command with every quote closed",
  read: (text) => {
    const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
    const isWhole = text.replaceAll(/"[^"]*"|'[^']*'/g, "").search(/["']/) === -1;
    const argv = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
    return isWhole && argv[0] ? argv : undefined;
  },
};
