import type { Failure } from "../../domain/failure.ts";
import { ageText } from "../../domain/time-units.ts";
import { capital } from "../answer/words.ts";

export const ANOTHER_PLAN =
  "For another parcel like it, give its own externalShipmentId; forceRetrieveRates asks anew.";

/** A plan may exist. `quoted` is what the service answered, after a colon, or blank. */
export function outcomeWords(
  { status, repeatedAfterMs }: Extract<Failure, { readonly kind: "outcome_unknown" }>,
  quoted: string,
) {
  const isAccepted = status !== undefined && status < 300;
  const code = status === undefined ? "" : ` (${status})`;
  const outcome = isAccepted
    ? `the service accepted the request${code}, but its answer cannot be read`
    : `unknown whether a plan was made${code}`;
  const plan = isAccepted ? "a plan probably exists, and is billed" : "it may exist and be billed";
  const why = status === undefined ? ": no answer came" : quoted;
  const repeated = `That was ${ageText(Math.floor((repeatedAfterMs ?? 0) / 1000))} ago; the same request was not sent again.`;
  return {
    what: `${capital(outcome)}${why}. ${capital(plan)}.${repeatedAfterMs === undefined ? "" : ` ${repeated} ${ANOTHER_PLAN}`}`,
    reason: `${outcome}; ${plan}`,
    next: "Check the account before planning again; this API cannot list plans.",
  };
}
