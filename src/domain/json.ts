import { recordOf } from "./record.ts";

/** The value of JSON text; undefined for any other text, since JSON has no such value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a JSON object, by name; none where the text is anything else. */
export function jsonMembers(text: string): Readonly<Record<string, unknown>> {
  return recordOf(parseJson(text)) ?? {};
}
