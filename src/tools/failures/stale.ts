import type { ProductSource } from "../../api/model/usage.ts";
import { ageText } from "../../domain/hours.ts";
import { reasonText } from "./failure-words.ts";

/** `STALE heat, read 12 min ago (unavailable (503))`: an answer from memory that the service could not give now. */
export function staleText(subject: string, { ageMs, staleAfter }: ProductSource): string {
  const why = staleAfter === undefined ? "" : ` (${reasonText(staleAfter)})`;
  return `${subject}, read ${ageText(Math.floor(ageMs / 1000))} ago${why}`;
}
