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
 * Coerces values whose meaning is certain under `schema` (G-arguments), and leaves the others as they are. `tooLong`
 * tells of texts, lists and objects beyond their bounds, which nothing else may read. Idempotent.
 */
export function forgive(schema: JsonSchema, value: unknown) {
  const tooLong: ArgumentProblem[] = [];
  const refuseLength = (path: Path, message: string): void => void tooLong.push({ parameter: pathText(path), message });

  const read = (rule: JsonSchema, given: unknown, path: Path): unknown => {
    if (rule.anyOf !== undefined) {
      const meant = branchFor(rule.anyOf, given);
      return meant === undefined ? given : read(meant, given, path);
    }
    if (rule.type === "string") return readText(rule, given, path);
    if (rule.type === "number" || rule.type === "integer") return forgiveNumber(given);
    if (rule.type === "boolean") return BOOLEANS.get(given) ?? given;
    if (rule.type === "array") return readList(rule, given, path);
    if (rule.type === "object") return readObject(rule, given, path);
    return given;
  };

  const readText = ({ maxLength = MAX_ARGUMENT_CHARS }: JsonSchema, given: unknown, path: Path): unknown => {
    const text = forgiveString(given);
    if (typeof text === "string" && text.length > maxLength)
      refuseLength(path, `${quote(cleanText(text, MAX_QUOTED_CHARS))} should have at most ${maxLength} characters`);
    return text;
  };

  const readList = ({ items = {}, maxItems = MAX_ITEMS }: JsonSchema, sent: unknown, path: Path): unknown => {
    const isSingle = typeof sent === "string" || typeof sent === "number";
    const list = jsonWithin(sent, "[") ?? (isSingle ? [sent] : sent);
    if (!Array.isArray(list)) return sent;
    const given = list.filter((item) => !isAbsent(items, item));
    if (given.length <= maxItems) return given.map((item, index) => read(items, item, [...path, index]));
    refuseLength(path, `should have at most ${maxItems} items, not ${given.length}`);
    return list;
  };

  const readObject = ({ properties = {}, required = [] }: JsonSchema, given: unknown, path: Path): unknown => {
    const members = recordOf(jsonWithin(given, "{") ?? given);
    if (members === undefined) return given;
    const count = Object.keys(members).length;
    if (count > MAX_ITEMS) {
      refuseLength(path, `should have at most ${MAX_ITEMS} members, not ${count}`);
      return members;
    }
    // Only own members that the schema names are coerced, so no key can reach the prototype.
    const forgiven: Record<string, unknown> = { ...members };
    for (const [key, part] of Object.entries(properties)) {
      if (!Object.hasOwn(members, key)) continue;
      const meant = read(part, members[key], [...path, key]);
      // 0 where only more than 0 makes sense, such as a weight.
      const isUnusedZero = !required.includes(key) && meant === 0 && part.exclusiveMinimum === 0;
      if (isAbsent(part, members[key]) || isAbsent(part, meant) || isUnusedZero) delete forgiven[key];
      else forgiven[key] = meant;
    }
    return forgiven;
  };

  return { value: read(schema, value, []), tooLong };
}

/** The branch of a union that accepts the value. JSON text of an object means that object, if the schema accepts one. */
function branchFor(branches: readonly JsonSchema[], value: unknown): JsonSchema | undefined {
  const fitting = branches.filter((branch) => fits(branch, forgive(branch, value).value));
  return fitting.find((branch) => branch.type === "object") ?? fitting[0];
}

/** Some callers fill in the parameters that they leave out. */
function isAbsent({ type, minimum = 0 }: JsonSchema, value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value === "object") return value === null || Object.keys(value).length === 0;
  return value === 0 && type === "integer" && minimum > 0;
}

function forgiveString(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  // Beyond safe integers, a number no longer has the digits that the caller wrote.
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : value;
}

function forgiveNumber(value: unknown): unknown {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return value;
  const number = Number(value.trim());
  return Number.isFinite(number) ? number : value;
}

function jsonWithin(value: unknown, opening: "{" | "["): unknown {
  return typeof value === "string" && value.trimStart().startsWith(opening) ? parseJson(value) : undefined;
}
