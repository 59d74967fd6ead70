import { type Failure, success } from "../../domain/failure.ts";
import { loadZones } from "../../domain/zone.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { wordText } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { failureWords, reasonText } from "../failures/failure-words.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { Tool } from "../tool.ts";
import { type Lookup, packagesOf } from "./attention.ts";
import { isSamePackage, packageFacts } from "./facts.ts";
import { heatOf } from "./heat.ts";
import { input, output } from "./schema.ts";
import { trackAnswer } from "./text.ts";

/** Package tracking (service.md 4.5). */
export const trackPackage: Tool<typeof input, typeof output> = {
  name: "track_package",
  title: "Track packages",
  description:
    "Status, schedule, delays and last scan of packages already shipped, by order or tracking number; what needs attention first. Not for planning or temperatures of places. Bills 1 request per number found; checkHeat bills alert pages more. Hours and pounds.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  product: "tracking",
  input,
  output,
  aliases: { id: "ids", trackingNumber: "ids", trackingNumbers: "ids", orderNumber: "ids", orderNumbers: "ids" },
  async run({ ids, checkHeat, detail }, context) {
    const { api, call, clock, settings, progress } = context;
    // Before anything is sent: loading would count as the service's slowness.
    await loadZones();
    const step = stepsOf(progress, checkHeat === true ? undefined : ids.length);
    const { results, failures } = await askEach(ids, (id) => api.package(id, call), step);
    const unasked = failures.filter(({ failure }) => !isUnknown(failure));
    if (unasked.length === results.length) return allFailed(unasked, wordText);
    const lookups: Lookup[] = [];
    for (const { part: id, result } of results) {
      if (!result.ok) {
        const reason = isUnknown(result.failure) ? failureWords(result.failure).reason : reasonText(result.failure);
        lookups.push({ found: isUnknown(result.failure) ? false : null, id, reason });
        continue;
      }
      const facts = packageFacts(id, result.value, clock.nowMs());
      const known = lookups.findIndex((other) => other.found === true && isSamePackage(other.facts, facts));
      const same = lookups[known];
      if (same?.found === true) lookups[known] = { ...same, ids: [...same.ids, id] };
      else {
        const record = withoutRecipient(result.value, "recipientAddress", settings.showRecipient);
        lookups.push({ found: true, ids: [id], facts, ...(detail === "full" ? { record } : {}) });
      }
    }
    const heat = checkHeat === true ? await heatOf(packagesOf(lookups), context, step) : undefined;
    return success(
      trackAnswer({
        lookups: lookups.map((lookup) => (lookup.found ? { ...lookup, heat: heat?.of.get(lookup.facts) } : lookup)),
        heat,
        partial: unasked.map(({ failure }) => failure),
      }),
    );
  },
};

/** Whether the service knows no such package. A 404 of the token endpoint says nothing of packages. */
function isUnknown(failure: Failure): boolean {
  return failure.kind === "not_found" && failure.product === "tracking";
}
