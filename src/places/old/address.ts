import { nameAndState } from "./name-and-state.ts";

/** A house's number before a street, or a post-office box. */
const BEFORE_STREET = /^\s*(?:\d{1,4}[a-z]?(?:-\d{1,4})?\s+\S*\p{L}|p\.?\s?o\.?\s?box\s+\d)/iu;

/** `Phoenix, AZ` of `123 Main St, Phoenix, AZ`: what follows a street by a comma, and ends in a state; undefined where nothing does. */
export function cityOfAddress(text: string): string | undefined {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const [street = "", ...after] = parts;
  if (!BEFORE_STREET.test(street)) return undefined;
  return [after.slice(-2).join(","), after.at(-1) ?? ""].find((end) => {
    return !/\d/.test(end) && nameAndState(end).some(({ name, state }) => state !== undefined && name.length > 0);
  });
}
