import { withoutInvisible } from "../domain/clean.ts";
import { MASK, type Pass } from "../runtime/concealment.ts";
import type { Log } from "../runtime/log.ts";
import { sift } from "../runtime/sift.ts";
import { endOfLiteral } from "./json.ts";
import type { Reply } from "./transport.ts";

/** Literals of one body that are looked through, several for each of 41,000 records: a body of more is not read at all. */
const MAX_LITERALS = 500_000;

/** How often JSON may be quoted in a text of JSON. Without end, one escape could hide another a million times. */
const MAX_DEPTH = 3;

/** More that hide a secret are masked whole: to mask each in its place would take too long. */
const MANY = 1_000;

/** What a text is looked through with for its line breaks: they may part a phrase's words, or break up what has none (MIME). */
const LINE_BREAKS = ["", " "] as const;

/** A string literal of JSON (RFC 8259 section 7), from its first quotation mark to behind its last. */
interface Literal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A body with every known secret replaced (DESIGN 4, secrets): an echo of the token must get no further than this. Names
 * and values are masked where they stand: to parse the whole and write it again would fail where it is nested deep.
 * Undefined where too many would have to be looked through.
 */
function maskBody(body: string, pass: Pass): string | undefined {
  const json = pass(body);
  if (!isDisguised(json)) return json;
  const literals = disguisedLiterals(json);
  if (literals.length > MAX_LITERALS) return undefined;
  const hiding = sift(literals, (some) => hidesSecret(some, pass));
  let masked = "";
  let doneTo = 0;
  for (const { start, end, text } of hiding) {
    const shown = hiding.length > MANY ? MASK : maskText(text, pass);
    masked += json.slice(doneTo, start) + JSON.stringify(shown);
    doneTo = end;
  }
  return masked + json.slice(doneTo);
}

/** Whether characters may be spelt otherwise in a text of JSON, or parted by what does not show. */
function isDisguised(json: string): boolean {
  return json.includes("\\") || withoutInvisible(json) !== json;
}

/** Those in which something may hide. What is no JSON is left out: nobody reads it but to say so. */
function disguisedLiterals(json: string): readonly Literal[] {
  const literals: Literal[] = [];
  let end = 0;
  for (let start = json.indexOf('"'); start !== -1 && literals.length <= MAX_LITERALS; start = json.indexOf('"', end)) {
    end = endOfLiteral(json, start);
    const literal = json.slice(start, end);
    const text = isDisguised(literal) ? textOf(literal) : undefined;
    if (text !== undefined) literals.push({ start, end, text });
  }
  return literals;
}

function textOf(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

/** Whether a secret shows in any of the literals, as they are or in JSON that they quote. */
function hidesSecret(literals: readonly Literal[], pass: Pass): boolean {
  return LINE_BREAKS.some((lineBreak) => {
    let layer = literals.map(({ text }) => withoutInvisible(text, lineBreak));
    for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
      const shown = layer.join(" ");
      if (pass(shown) !== shown) return true;
      layer = layer.flatMap((text) => {
        const unescaped = withoutEscapes(text, lineBreak);
        return unescaped === text ? [] : unescaped;
      });
    }
    return false;
  });
}

/** The text with every secret replaced, or `[secret]` alone where it is over lines, one of which may hold but a part. */
function maskText(text: string, pass: Pass): string {
  const joined = maskLayers(text, "", pass);
  return maskLayers(text, " ", pass) === joined ? joined : MASK;
}

/** The text itself where it holds no secret, else with every one replaced and as many layers of quoting taken off. */
function maskLayers(text: string, lineBreak: "" | " ", pass: Pass): string {
  let layer = withoutInvisible(text, lineBreak);
  let masked = text;
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const cleaned = pass(layer);
    if (cleaned !== layer) masked = cleaned;
    layer = withoutEscapes(cleaned, lineBreak);
    if (layer === cleaned) break;
  }
  return masked;
}

/** One layer of JSON's escapes taken off: of those that spell what shows, or a line break. */
function withoutEscapes(text: string, lineBreak: "" | " "): string {
  const unescaped = text.replace(
    /\\(?:u([\da-f]{4})|(["\\/]))|(?:\\[nrt])+/gi,
    (_, hex: string | undefined, char: string | undefined) =>
      hex === undefined ? (char ?? lineBreak) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return withoutInvisible(unescaped, lineBreak);
}

/** The reply with every known secret replaced: an echo of the token must get no further than this. */
export function maskReply(reply: Reply, log: Log): Reply {
  const masked = maskHeaders(reply, log);
  if (masked.kind !== "answer") return masked;
  const { status, headers } = masked;
  let { text } = masked;
  for (const pass of log.passes()) {
    const body = maskBody(text, pass);
    if (body === undefined) return { kind: "broken", status, headers, cause: "unsearched" };
    text = body;
  }
  return { ...masked, text };
}

/** The same of its headers alone, for a body that may hold a secret by right. */
export function maskHeaders(reply: Reply, log: Log): Reply {
  if (reply.kind !== "answer" && reply.kind !== "broken") return reply;
  const mask = (value: string): string => log.passes().reduce(maskText, value);
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? mask(value) : value?.map(mask),
    ]),
  );
  return { ...reply, headers };
}
