import { z } from "zod";
import { placeOfZip, zipsUnder } from "../../places/zip-codes.ts";

export const CANADIAN_CODE =
  "a Canadian postal code; the service takes at most 5 characters, so no plan can be made. Do not shorten it";
export const UNKNOWN_ZIP =
  "is not a known ZIP: ask the user. If it is right, send it as an Address with its city and state";
export const ASK_FOR_ZIP = "ask the user. If there is none, send an Address with line1, city and state";
export const ASK_WHICH = "ask the user which is right";

export type Context = Pick<z.core.$RefinementCtx, "addIssue">;

/** `message` follows the value's name: `destination: has no ZIP`. The operator's log omits `next`, what to do. */
export function refuse(context: Context, message: string, path: readonly string[] = [], next?: string) {
  context.addIssue({ code: "custom", message, path: [...path], params: { next } });
  return z.NEVER;
}

/** Where a ZIP lies if that is certainly not in `state`: its place or, for an unknown ZIP, the states of its area. */
export function placeOutside(zip: string, state: string): string | undefined {
  const known = placeOfZip(zip);
  if (known !== undefined) return known.state === state ? undefined : `${known.city}, ${known.state}`;
  const area = zip.slice(0, 3);
  const states = new Set(zipsUnder(area).flatMap((other) => placeOfZip(other)?.state ?? []));
  return states.size === 0 || states.has(state) ? undefined : `in area ${area}, ${[...states].join(" or ")}`;
}
