import fc from "fast-check";
import type { JsonSchema } from "../../src/server/json-schema.ts";

/** Names that a careless look-up finds on every object. */
export const PROTOTYPE_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
] as const;

/** Texts that mean something to some tool, so that calls reach the service and not only its gate. */
const MEANINGFUL = [
  "85001",
  "850",
  "85001-1234",
  "8501",
  "33101",
  "10045",
  "10046",
  "99999",
  "SevereHot",
  "zip3",
  "zip5",
  "2026-07-10",
  "2026-02-30",
  "latest",
  "TN",
  "US",
] as const;

const ODD_TEXTS = [
  "",
  " ",
  ".",
  "..",
  "../../v1/other?x=",
  "\u0000",
  "\u001b[31m",
  "\u202eabc",
  "\ud800",
  "{",
  "[]",
  "null",
  "1e400",
  ...PROTOTYPE_KEYS,
] as const;

/** Texts, most of which mean something. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MEANINGFUL) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

const key = fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS), fc.string());

/** Any JSON at all, with a liking for what breaks readers: prototype keys, odd texts, numbers beyond bounds. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    // From entries, so that __proto__ is a key of its own.
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** What `schema` (as far as zod writes it) allows. */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const branches = branchesOf(schema);
  if (branches !== undefined) return fc.oneof(...branches.map(valid));
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as readonly unknown[]));
  switch (schema.type) {
    case "string": {
      const least = bound(schema, "minLength", 0);
      const most = bound(schema, "maxLength", 200);
      const long = fc.string({ unit: "binary", minLength: least, maxLength: Math.min(most, least + 40) });
      const fitting = text.filter((one) => one.length >= least && one.length <= most);
      return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: long });
    }
    case "integer":
      return fc.integer({ min: bound(schema, "minimum", -1_000), max: bound(schema, "maximum", 1_000) });
    case "number":
      return fc.double({
        min: bound(schema, "minimum", bound(schema, "exclusiveMinimum", -1_000)),
        minExcluded: schema["exclusiveMinimum"] !== undefined,
        max: bound(schema, "maximum", 1_000),
        noNaN: true,
      });
    case "boolean":
      return fc.boolean();
    case "array": {
      const minLength = bound(schema, "minItems", 0);
      const maxLength = Math.min(bound(schema, "maxItems", 5), minLength + 5);
      return fc.array(valid(schema.items ?? {}), { minLength, maxLength });
    }
    case "object":
      return membersOf(schema, (_, member) => valid(member));
    default:
      return anyJson;
  }
}

/** What `schema` allows but for one thing: a member missing, strange, of a wrong kind or beyond its bound, or written as text. */
export function nearlyValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const branches = branchesOf(schema);
  if (branches !== undefined) return fc.oneof(...branches.map(nearlyValid));
  const disguised = valid(schema).map((value) => JSON.stringify(value) ?? "");
  switch (schema.type) {
    case "string":
      return fc.oneof(
        anyJson,
        valid(schema).map((value) => ` ${String(value)}\t`),
        fc.constant("x".repeat(10_000)),
      );
    case "integer":
    case "number":
      return fc.oneof(
        disguised,
        fc.constantFrom<unknown>(0, -1, 0.5, 201, 1e308, -1e-308, "7 ", "०", null, "Infinity"),
      );
    case "array":
      return fc.oneof(
        disguised,
        valid(schema.items ?? {}),
        fc.constantFrom(20, 21, 101, 2_000).map((length) => Array.from({ length }, (_, n) => String(10_000 + n))),
        fc.tuple(valid(schema.items ?? {}), nearlyValid(schema.items ?? {})),
      );
    case "object": {
      const names = Object.keys(schema.properties ?? {});
      if (names.length === 0) return anyJson;
      const wrongMember = fc
        .constantFrom(...names)
        .chain((wrong) => membersOf(schema, (name, member) => (name === wrong ? nearlyValid(member) : valid(member))));
      const stranger = fc
        .tuple(valid(schema), key, anyJson)
        .map(([value, name, member]) => Object.fromEntries([...Object.entries(value as object), [name, member]]));
      const missing = fc
        .tuple(valid(schema), fc.constantFrom(...names))
        .map(([value, name]) => Object.fromEntries(Object.entries(value as object).filter(([one]) => one !== name)));
      return fc.oneof({ weight: 3, arbitrary: wrongMember }, stranger, missing, disguised);
    }
    default:
      return anyJson;
  }
}

function membersOf(
  schema: JsonSchema,
  arbitraryOf: (name: string, member: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(schema.properties ?? {});
  const members = Object.fromEntries(entries.map(([name, member]) => [name, arbitraryOf(name, member)]));
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return fc.record(members, { requiredKeys: [...required] });
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  return schema.anyOf;
}

function bound(schema: JsonSchema, keyword: string, otherwise: number): number {
  const limit = schema[keyword];
  return typeof limit === "number" ? limit : otherwise;
}
