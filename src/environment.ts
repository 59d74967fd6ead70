import type { ConfigProblem } from "./api/failure.ts";

/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable as read: its value, absent (unset or blank), or what it should hold. Never its value in the words. */
export type Reading<T> =
  | { readonly state: "set"; readonly value: T }
  | { readonly state: "unset" }
  | { readonly state: "bad"; readonly problem: ConfigProblem };

const UNSET = { state: "unset" } as const;

function set<T>(value: T): Reading<T> {
  return { state: "set", value };
}

function bad(variable: string, message: string): Reading<never> {
  return { state: "bad", problem: { variable, message } };
}

/** What desktop hosts (MCPB) hand on for a setting that the user left empty. */
const UNFILLED = /^\$\{user_config\.\w+\}$/;

/** A variable's text without surrounding blanks; a blank one counts as unset, and so does a host's unfilled placeholder. */
function text(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim() ?? "";
  return value === "" || UNFILLED.test(value) ? undefined : value;
}

/** A variable's text exactly as it is, for what may begin or end with blanks: a secret. Blank or unfilled counts as unset. */
export function readExactly(env: Environment, variable: string): string | undefined {
  return text(env, variable) === undefined ? undefined : env[variable];
}

/** `1` or `0`; desktop hosts (MCPB) write `true` or `false`. */
export function readFlag(env: Environment, variable: string): Reading<boolean> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  if (value === "1" || value === "true") return set(true);
  if (value === "0" || value === "false") return set(false);
  return bad(variable, "should be 1 or 0");
}

/** A whole number in digits alone, `min` and `max` included. */
export function readInteger(
  env: Environment,
  variable: string,
  min: number,
  max: number,
  unit: string,
): Reading<number> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  const number = /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return set(number);
  return bad(variable, `should be a whole number of ${unit} from ${min} to ${max}`);
}

/** One line of printable text. */
export function readWord(env: Environment, variable: string, shape: RegExp, should: string): Reading<string> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  return shape.test(value) ? set(value) : bad(variable, `should be ${should}`);
}

/** One of `choices`. */
export function readChoice<T extends string>(env: Environment, variable: string, choices: readonly T[]): Reading<T> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  const choice = choices.find((candidate) => candidate === value);
  return choice === undefined ? bad(variable, `should be one of ${choices.join(", ")}`) : set(choice);
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** An absolute URL without its trailing slash: https, or http to loopback alone (DESIGN 2). */
export function readUrl(env: Environment, variable: string): Reading<string> {
  const reading = readExactUrl(env, variable, "base");
  return reading.state === "set" ? set(new URL(reading.value).href.replace(/\/+$/, "")) : reading;
}

/** The same to the letter, for what is compared or fetched just as it is. A document's may have a query, a base's not. */
export function readExactUrl(env: Environment, variable: string, kind: "base" | "document"): Reading<string> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  const should = (rule: string): Reading<never> =>
    bad(variable, `should be a URL such as https://api.example.com/base${rule}`);
  // The URL parser drops blanks and control characters, guesses slashes and hides an empty query.
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(value) || !URL.canParse(value)) return should("");
  if (kind === "base" && /[?#]/.test(value)) return should(", without query or fragment");
  if (value.includes("#")) return should(", without fragment");
  const url = new URL(value);
  if (url.username !== "" || url.password !== "" || value.includes("@")) return should(", without credentials in it");
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    return should(": https, since plain http is for loopback addresses alone");
  }
  return set(value);
}

/** Splits a command line at blanks; single and double quotes group; there is no escape character and no shell. */
export function readCommand(env: Environment, variable: string): Reading<readonly string[]> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  const words = splitWords(value);
  if (words === undefined) return bad(variable, "should be a command with every quote closed");
  if (words[0] === undefined || words[0] === "") return bad(variable, "should begin with a command");
  return set(words);
}

function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const char of line) {
    if (quote !== "") {
      if (char === quote) quote = "";
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) words.push(word);
  return quote === "" ? words : undefined;
}

/** Comma-separated words, each of `shape`. Bad when one is not, or there is none. */
export function readWords(
  env: Environment,
  variable: string,
  shape: Pick<RegExp, "test">,
  should: string,
): Reading<readonly string[]> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  const words = splitList(value);
  if (words.length > 0 && words.every((word) => shape.test(word))) return set(words);
  return bad(variable, `should be ${should}, separated by commas`);
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Comma-separated names; `known` in their own order. Bad when it names anything else, or nothing. */
export function readNames<T extends string>(
  env: Environment,
  variable: string,
  known: readonly T[],
): { readonly reading: Reading<readonly T[]>; readonly recognised: readonly T[] } {
  const value = text(env, variable);
  if (value === undefined) return { reading: UNSET, recognised: known };
  const names = splitList(value);
  const recognised = known.filter((name) => names.includes(name));
  const strangers = names.filter((name) => !known.some((candidate) => candidate === name)).length;
  if (strangers === 0 && recognised.length > 0) return { reading: set(recognised), recognised };
  return {
    reading: bad(variable, `should be tool names separated by commas, out of ${known.join(", ")}`),
    recognised: recognised.length > 0 ? recognised : known,
  };
}

/** A ZIP, or an Address (spec 2.3) as a JSON object; its fields are checked where addresses are known. */
export function readOrigin(env: Environment, variable: string): Reading<string | Readonly<Record<string, unknown>>> {
  const value = text(env, variable);
  if (value === undefined) return UNSET;
  if (!/^[{"]/.test(value)) return set(value);
  try {
    return set(Object.freeze(JSON.parse(value)));
  } catch {
    return bad(
      variable,
      'should be a ZIP such as 38118, or an Address as JSON such as {"zipCode":"38118","state":"TN"}',
    );
  }
}
