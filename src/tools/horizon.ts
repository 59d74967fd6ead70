import { leftOutText } from "./left-out.ts";
import { CUTS, shrink, tidy } from "./shrink.ts";
import { estimateJsonTokens } from "./tokens.ts";

/** The most that the horizon may take: its shape is not shown. */
const HORIZON_TOKENS = 200;

/** The horizon as sent, cut where it is larger than any answer can hold. */
export function boundedHorizon(sent: unknown): { readonly value: unknown; readonly notes: readonly string[] } {
  const whole = tidy(sent === undefined ? null : sent);
  for (const limits of CUTS) {
    const { value, leftOut } = shrink(whole, limits);
    if (estimateJsonTokens(value) <= HORIZON_TOKENS) {
      const gone = leftOutText(leftOut);
      return { value, notes: gone === undefined ? [] : [`Of the horizon ${gone} left out for size.`] };
    }
  }
  return { value: null, notes: ["The horizon is left out for size."] };
}
