import { success } from "../../api/failure.ts";
import { loadZones } from "../../domain/zone.ts";
import { allFailed } from "../failures/all-failed.ts";
import { failureWords, reasonText } from "../failures/failure-words.ts";
import { sideBySide, stepsOf } from "../kit/progress.ts";
import { withoutRecipient } from "../kit/recipient.ts";
import { listText, wordText } from "../kit/words.ts";
import type { Tool } from "../tool.ts";
import type { Lookup } from "./attention.ts";
import { isSamePackage, type PackageFacts, packageFacts } from "./facts.ts";
import { heatOf } from "./heat.ts";
import { input, output } from "./schema.ts";
import { trackAnswer } from "./text.ts";

/** Where packages are (service.md 4.5). */
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
    const results = await sideBySide(ids, async (id) => ({ id, result: await api.package(id, call) }), step);
    const unasked = results.flatMap(({ id, result }) =>
      result.ok || result.failure.kind === "not_found" ? [] : [{ name: wordText(id), failure: result.failure }],
    );
    if (unasked.length === results.length) return allFailed(unasked);

    const nowMs = clock.nowMs();
    const numbers = new Map<PackageFacts, string[]>();
    const records = new Map<PackageFacts, Readonly<Record<string, unknown>>>();
    const lookups: Lookup[] = [];
    for (const { id, result } of results) {
      if (!result.ok) {
        const isNotFound = result.failure.kind === "not_found";
        const reason = isNotFound ? failureWords(result.failure).reason : reasonText(result.failure);
        lookups.push({ found: isNotFound ? false : null, id, reason });
        continue;
      }
      const facts = packageFacts(id, result.value, nowMs);
      const known = [...numbers.keys()].find((other) => isSamePackage(other, facts));
      numbers.set(known ?? facts, [...(numbers.get(known ?? facts) ?? []), id]);
      if (known !== undefined) continue;
      lookups.push({ found: true, facts });
      records.set(facts, withoutRecipient(result.value, "recipientAddress", settings.showRecipient));
    }
    const heat = checkHeat === true ? await heatOf([...numbers.keys()], context, step) : undefined;
    return success(
      trackAnswer({
        lookups: lookups.map((lookup) => (lookup.found ? { ...lookup, heat: heat?.of.get(lookup.facts) } : lookup)),
        heat,
        same: [...numbers.values()]
          .filter(({ length }) => length > 1)
          .map((same) => listText(same.map(wordText), 3, " and ")),
        ...(detail === "full" ? { records } : {}),
        partial: unasked.map(({ failure }) => failure),
      }),
    );
  },
};
