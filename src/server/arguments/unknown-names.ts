import { cleanText } from "../../domain/clean.ts";
import { nearest } from "../../domain/nearest.ts";
import { unitsText } from "./corrections.ts";
import type { JsonSchema } from "./input-schema.ts";

const MAX_NAME_CHARS = 40;

/** Advice on names that an object does not have. The first name without advice of its own lists the known ones. */
export function adviceOnNames(unknown: readonly string[], object: JsonSchema) {
  const listing = unknown.find((name) => insteadOf(name, object) === undefined);
  return unknown.map((name) => ({
    name: cleanText(name, MAX_NAME_CHARS),
    advice: insteadOf(name, object) ?? nearestText(name, object, name === listing),
  }));
}

function insteadOf(name: string, object: JsonSchema): string | undefined {
  const units = unitsText(object);
  if (units !== "" && /unit/i.test(name)) return `use ${units}`;
  const schemas = [object, ...Object.values(object.properties ?? {})];
  return schemas.find(({ instead = {} }) => Object.hasOwn(instead, name))?.instead?.[name];
}

function nearestText(name: string, object: JsonSchema, isListing: boolean): string {
  const known = Object.keys(object.properties ?? {}).join(", ");
  const meant = nearestName(name, object);
  if (meant === undefined) return isListing ? `it has ${known}` : "";
  return isListing ? `did you mean ${meant}? It has ${known}` : `did you mean ${meant}?`;
}

/** The member that a name probably means, by its own name or a synonym: equal letters, one within the other, few edits. */
function nearestName(unknown: string, { properties = {} }: JsonSchema): string | undefined {
  const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
  const typed = letters(unknown);
  const words = Object.entries(properties).flatMap(([name, { synonyms = [] }]) =>
    [name, ...synonyms].map((word) => ({ name, word: letters(word) })),
  );
  const isSimilar = (word: string): boolean =>
    typed.length > 2 && (word.includes(typed) || (word.length > 2 && typed.includes(word)));
  const meant = words.find(({ word }) => word === typed) ?? words.find(({ word }) => isSimilar(word));
  return meant?.name ?? nearest(typed, Object.keys(properties));
}
