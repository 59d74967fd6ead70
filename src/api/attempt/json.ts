import { recordOf } from "../../domain/record.ts";

/** JSON text as a value, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a JSON object, by name; none where the text is anything else. */
export function membersOf(text: string): Readonly<Record<string, unknown>> {
  return recordOf(parseJson(text)) ?? {};
}
