import { cleanText, quote } from "../../domain/clean.ts";
import type { ArgumentProblem } from "../../domain/failure.ts";
import { parseJson, recordOf } from "../../domain/record.ts";
import { fits, type JsonSchema, type Path, pathText } from "./input-schema.ts";

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
const DECIMAL = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

const MAX_ARGUMENT_CHARS = 200;
/** The most items of a list, and members of an object. */
const MAX_ITEMS = 100;
const MAX_QUOTED_CHARS = 40;

/**
 * Coerces values whose meaning is certain under `schema` (G-arguments), and leaves the others as they are:
 *
 *     { ids: 10045, fast: "true", parcel: '{"weight":"3"}', place: "" } → { ids: ["10045"], fast: true, parcel: { weight: 3 } }
 *
 * `tooLong` tells of texts, lists and objects beyond their bounds, which nothing else may read. Idempotent.
 */
export function forgive(schema: JsonSchema, sent: unknown) {
  const forgiveness = new Forgiveness();
  return { value: forgiveness.value(schema, sent, []), tooLong: forgiveness.tooLong };
}

class Forgiveness {
  readonly tooLong: ArgumentProblem[] = [];

  value(rule: JsonSchema, sent: unknown, path: Path): unknown {
    if (rule.anyOf !== undefined) {
      const branch = branchFor(rule.anyOf, sent);
      return branch === undefined ? sent : this.value(branch, sent, path);
    }
    if (rule.type === "string") return this.#text(rule, sent, path);
    if (rule.type === "number" || rule.type === "integer") return forgiveNumber(sent);
    if (rule.type === "boolean") return BOOLEANS.get(sent) ?? sent;
    if (rule.type === "array") return this.#list(rule, sent, path);
    if (rule.type === "object") return this.#object(rule, sent, path);
    return sent;
  }

  #text({ maxLength = MAX_ARGUMENT_CHARS }: JsonSchema, sent: unknown, path: Path): unknown {
    const text = forgiveString(sent);
    if (typeof text === "string" && text.length > maxLength) {
      const opening = quote(cleanText(text, MAX_QUOTED_CHARS));
      this.#refuse(path, `${opening} should have at most ${maxLength} characters`);
    }
    return text;
  }

  #list({ items = {}, maxItems = MAX_ITEMS }: JsonSchema, sent: unknown, path: Path): unknown {
    const isSingle = typeof sent === "string" || typeof sent === "number";
    const list = jsonWithin(sent, "[") ?? (isSingle ? [sent] : sent);
    if (!Array.isArray(list)) return sent;
    const filled = list.filter((item) => !isLeftOut(items, item));
    if (filled.length <= maxItems) return filled.map((item, index) => this.value(items, item, [...path, index]));
    this.#refuse(path, `should have at most ${maxItems} items, not ${filled.length}`);
    return list;
  }

  #object({ properties = {}, required = [] }: JsonSchema, sent: unknown, path: Path): unknown {
    const members = recordOf(jsonWithin(sent, "{") ?? sent);
    if (members === undefined) return sent;
    const count = Object.keys(members).length;
    if (count > MAX_ITEMS) {
      this.#refuse(path, `should have at most ${MAX_ITEMS} members, not ${count}`);
      return members;
    }
    // Only own members that the schema names are coerced, so no key can reach the prototype.
    const forgiven: Record<string, unknown> = { ...members };
    for (const [key, rule] of Object.entries(properties)) {
      if (!Object.hasOwn(members, key)) continue;
      const value = this.value(rule, members[key], [...path, key]);
      // An optional amount of 0 says nothing, such as a side of a parcel.
      const isUnusedZero = value === 0 && rule.exclusiveMinimum === 0 && !required.includes(key);
      if (isUnusedZero || isLeftOut(rule, value)) delete forgiven[key];
      else forgiven[key] = value;
    }
    return forgiven;
  }

  #refuse(path: Path, message: string): void {
    this.tooLong.push({ parameter: pathText(path), message });
  }
}

/** The branch of a union that accepts the value. JSON text of an object means that object, if the schema accepts one. */
function branchFor(branches: readonly JsonSchema[], sent: unknown): JsonSchema | undefined {
  const fitting = branches.filter((branch) => fits(branch, forgive(branch, sent).value));
  return fitting.find((branch) => branch.type === "object") ?? fitting[0];
}

/** Some callers send these for a parameter that they leave out: `""`, null, `[]`, `{}`, or 0 for a count from 1. */
function isLeftOut({ type, minimum = 0 }: JsonSchema, value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value === "object") return value === null || Object.keys(value).length === 0;
  return value === 0 && type === "integer" && minimum > 0;
}

function forgiveString(sent: unknown): unknown {
  if (typeof sent === "string") return sent.trim();
  // Beyond safe integers, a number no longer has the digits that the caller wrote.
  return Number.isSafeInteger(sent) && !Object.is(sent, -0) ? String(sent) : sent;
}

function forgiveNumber(sent: unknown): unknown {
  if (typeof sent !== "string" || !DECIMAL.test(sent.trim())) return sent;
  const number = Number(sent.trim());
  return Number.isFinite(number) ? number : sent;
}

function jsonWithin(sent: unknown, opening: "{" | "["): unknown {
  return typeof sent === "string" && sent.trimStart().startsWith(opening) ? parseJson(sent) : undefined;
}
