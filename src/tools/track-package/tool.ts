import { success } from "../../domain/failure.ts";
import { loadZones } from "../../domain/zone.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { wordText } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { ToolDefinition } from "../tool.ts";
import { isSamePackage, packageFacts } from "./facts.ts";
import { heatOf } from "./heat.ts";
import { isUnknown, type Lookup, lookUp, missing, packagesOf } from "./lookup.ts";
import { input, output } from "./schema.ts";
import { trackAnswer } from "./text.ts";

/** Package tracking (service.md 4.5). */
export const trackPackage: ToolDefinition<typeof input, typeof output> = {
  title: "Track packages",
  description:
    "Status, schedule, delays and last scan of packages already shipped, by order or tracking number; what needs attention first. Up to 100 go in one call: do not split a list. Not for planning or temperatures of places. Bills 1 request per number found, each call anew; checkHeat bills alert pages more. Answers in hours and pounds.",
  input,
  output,
  aliases: { id: "ids", trackingNumber: "ids", trackingNumbers: "ids", orderNumber: "ids", orderNumbers: "ids" },
  async run({ ids, checkHeat, detail, limit }, context) {
    const { clock, settings, progress } = context;
    // Before anything is sent: loading would count as the service's slowness.
    await loadZones();
    const step = stepsOf(progress, checkHeat === true ? undefined : ids.length);
    const { results, failures } = await askEach(ids, (id) => lookUp(id, context), step);
    const failed = failures.filter(({ failure }) => !isUnknown(failure));
    if (failed.length === results.length) return allFailed(failed, wordText);
    const lookups: Lookup[] = [];
    for (const { part: id, result } of results) {
      if (!result.ok) {
        lookups.push(missing(id, result.failure));
        continue;
      }
      const { record: sent, knownAs } = result.value;
      const facts = packageFacts(id, sent, clock.nowMs());
      const known = lookups.findIndex((other) => other.found === true && isSamePackage(other.facts, facts));
      const same = lookups[known];
      if (same?.found === true) lookups[known] = { ...same, ids: [...same.ids, id] };
      else {
        const isFull = detail === "full";
        const record = isFull ? withoutRecipient(sent, "recipientAddress", settings.showRecipient) : undefined;
        lookups.push({ found: true, ids: [id], knownAs, facts, record });
      }
    }
    const heat = checkHeat === true ? await heatOf(packagesOf(lookups), context, step) : undefined;
    return success(
      trackAnswer({
        lookups: lookups.map((lookup) => (lookup.found ? { ...lookup, heat: heat?.of.get(lookup.facts) } : lookup)),
        heat,
        limit,
        partial: failed.map(({ failure }) => failure),
      }),
    );
  },
};
