import { z } from "zod";
import { type Failure, type Result, success } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { cleanText } from "../domain/clean.ts";
import { loadZones } from "../domain/zone.ts";
import { allFailed } from "./all-failed.ts";
import { partReason } from "./failure-text.ts";
import { firstThatFits } from "./fit.ts";
import { LATEST_SCANS, MOST_PACKAGES, PACKAGE_CUTS, type PackageCut, scanCounts, showPackage } from "./package-cuts.ts";
import { type PackageFacts, packageFacts } from "./package-facts.ts";
import { checkPackagesHeat, cutHeat, isInHeat, isMelting, type PackagesHeat, packageHeatText } from "./package-heat.ts";
import { cutNotes, leftNote, packageNotes } from "./package-notes.ts";
import { packageLines, type ShownPackage } from "./package-text.ts";
import { sideBySide, stepsOf } from "./side-by-side.ts";
import { listWithin, wordText } from "./text.ts";
import type { Answer, Tool } from "./tool.ts";

/** Longer than any order or tracking number (spec 8.5 bounds the caller's own ids at 50). */
const MAX_ID_CHARS = 100;

const id = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ID_CHARS)
  .refine((text) => text !== "." && text !== "..", "is no order or tracking number")
  .refine(
    (text) => text.isWellFormed() && cleanText(text) === text.replace(/ {2,}/g, " "),
    "has characters that no number has",
  );

const input = z.strictObject({
  ids: z
    .array(id)
    .min(1)
    .max(MOST_PACKAGES)
    .transform((ids) => [...new Set(ids)])
    .describe("order or tracking numbers"),
  events: z.enum(["latest", "all"]).default("latest").describe("scans: the last 3, or all"),
  checkHeat: z.boolean().optional().describe("also alerts at last place and destination"),
});

const output = z.object({
  packages: z.array(
    z.object({
      id: z.string(),
      found: z.boolean().nullable(),
      reason: z.string().optional(),
      package: z.looseObject({}).optional(),
      scheduleSlipHours: z.number().nullable().optional(),
      deliveredLateHours: z.number().nullable().optional(),
      overdue: z.boolean().nullable().optional(),
      hoursSinceLastScan: z.number().nullable().optional(),
      events: z.array(z.looseObject({})).optional(),
      heat: z
        .object({
          lastPlace: z.string().nullable(),
          lastPlaceAlert: z.string().nullable(),
          destination: z.string().nullable(),
          destinationAlert: z.string().nullable(),
          note: z.string().nullable(),
        })
        .optional(),
    }),
  ),
});

type Structured = z.input<typeof output>;
type Entry = Structured["packages"][number];

/** Where packages are (spec 4.5, DESIGN 3). */
export const trackPackage: Tool<typeof input, typeof output> = {
  name: "track_package",
  title: "Track packages",
  description:
    "Status, schedule, delays and scans of packages already shipped, by order or tracking number. Not for planning or temperatures. Bills 1 request per number found; checkHeat bills alert pages more. Weights in lb, differences in hours.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  product: "tracking",
  input,
  output,
  examples: {
    ids: '["10045", "1Z999AA10123456784"]',
    events: '"all"',
    checkHeat: "true",
    // Aliases are refused where they contradict `ids`.
    id: 'ids: ["10045"]',
    trackingNumber: 'ids: ["10045"]',
    orderNumber: 'ids: ["10045"]',
  },
  aliases: { id: "ids", trackingNumber: "ids", orderNumber: "ids" },
  async run({ ids, events, checkHeat }, { api, call, clock, settings, progress }) {
    const ask = async (each: string) => ({ id: each, result: await api.package(each, call) });
    // Before anything is sent: loading holds everything up, and would count as the service's slowness.
    await loadZones();
    // How many pages of alerts follow, nobody knows yet.
    const step = stepsOf(progress, checkHeat === true ? undefined : ids.length);
    const results = await sideBySide(ids, ask, step);
    const unasked = results.flatMap(({ id: each, result }) =>
      result.ok || result.failure.kind === "not_found" ? [] : [{ name: wordText(each), failure: result.failure }],
    );
    if (unasked.length === results.length) return allFailed(unasked);
    const lookups = results.map(({ id: each, result }) => lookup(each, result, clock.nowMs(), settings.showRecipient));
    const packages = lookups.flatMap((each) => (each.found ? [each.facts] : []));
    const heat = checkHeat === true ? await checkPackagesHeat(packages, { api, call, step }) : NOT_CHECKED;
    return success(answer(lookups, events, heat));
  },
};

/** One number's outcome: a package, or why there is none. */
type Lookup =
  | { readonly found: true; readonly facts: PackageFacts }
  | { readonly found: false | null; readonly id: string; readonly failure: Failure };

function lookup(each: string, result: Result<ServiceRecord>, nowMs: number, showRecipient: boolean): Lookup {
  if (result.ok) return { found: true, facts: packageFacts(each, result.value, nowMs, showRecipient) };
  return { found: result.failure.kind === "not_found" ? false : null, id: each, failure: result.failure };
}

const NOT_CHECKED: PackagesHeat = { heat: new Map(), alertsRead: "none", notes: [], partial: [] };

function answer(lookups: readonly Lookup[], events: "latest" | "all", checked: PackagesHeat): Answer<Structured> {
  const { heat, notes, partial } = checked;
  const most = events === "all" ? Number.POSITIVE_INFINITY : LATEST_SCANS;
  const urgent = [...lookups].sort((a, b) => urgency(a, heat) - urgency(b, heat));
  // Where not all can be shown, no alert may be among what is left out before what has none.
  const keptLongest = urgent.toSorted((a, b) => Number(isHot(b, heat)) - Number(isHot(a, heat)));
  const packages = urgent.flatMap((each) => (each.found ? [each.facts] : []));
  const make = (cut: PackageCut, roomTokens: number): Answer<Structured> => {
    const counts = scanCounts(packages, cut, most, roomTokens);
    const left = keptLongest.slice(cut.packages);
    const kept = urgent.filter((each) => !left.includes(each)).map((each) => show(each, cut, counts, checked));
    const inOrder = lookups.flatMap((each) => kept.filter(({ lookup: one }) => one === each));
    const shown = inOrder.flatMap((each) => each.shown ?? []);
    return {
      lines: [...firstLine(lookups, checked), ...kept.flatMap(({ lines }) => lines)],
      structured: { packages: inOrder.map(({ entry }) => entry) },
      notes: [
        ...notes,
        ...packageNotes(shown),
        ...cutNotes(shown, left.length, events),
        ...leftNote(left.map(idOf), left.filter((each) => isHot(each, heat)).length),
      ],
      live: "tracking is live",
      partial: [...lookups.flatMap((each) => (each.found === null ? [each.failure] : [])), ...partial],
    };
  };
  // Fitted with the last scan of each; what room is left then goes to earlier ones.
  const fitting = firstThatFits(PACKAGE_CUTS, (cut) => make(cut, 0));
  return make(fitting.step, fitting.roomTokens);
}

/**
 * What warms up on its way into an alert first, then what is overdue, what else needs attention, what has an alert where
 * it is or is bound for, the rest, and last what the service does not know.
 */
function urgency(each: Lookup, heat: PackagesHeat["heat"]): number {
  if (!each.found) return each.found === false ? 4 : 1;
  if (isMelting(each.facts, heat.get(each.facts))) return -1;
  if (each.facts.overdue === true) return 0;
  if (each.facts.needsAttention) return 1;
  return isHot(each, heat) ? 2 : 3;
}

function idOf(each: Lookup): string {
  return each.found ? each.facts.id : each.id;
}

function isHot(each: Lookup, heat: PackagesHeat["heat"]): boolean {
  return each.found === true && isInHeat(heat.get(each.facts));
}

/** Characters for the numbers of packages with an alert. */
const MAX_HOT_CHARS = 60;

/** `2 of 6 need attention; 1 (10050) has an alert at its destination or last place.`, of all that were asked. */
function firstLine(lookups: readonly Lookup[], { heat, alertsRead }: PackagesHeat): string[] {
  const asked = lookups.length;
  const attention = lookups.filter((each) => urgency(each, heat) < 2).length;
  const hot = lookups.filter((each) => isHot(each, heat)).map((each) => wordText(idOf(each)));
  if (asked === 1 || attention + hot.length === 0) return [];
  const needs = `${attention} of ${asked} ${attention === 1 ? "needs" : "need"} attention`;
  if (hot.length === 0) return [`${needs}.`];
  const which = `(${listWithin(hot, MAX_HOT_CHARS)}) ${hot.length === 1 ? "has an alert at its" : "have an alert at their"}`;
  const where = `${which} destination or last place${alertsRead === "part" ? ", or more: alerts read in part" : ""}.`;
  return [attention === 0 ? `${hot.length} of ${asked} ${where}` : `${needs}; ${hot.length} ${where}`];
}

interface Shown {
  readonly lookup: Lookup;
  readonly lines: readonly string[];
  readonly entry: Entry;
  readonly shown?: ShownPackage;
}

function show(
  one: Lookup,
  cut: PackageCut,
  counts: ReadonlyMap<PackageFacts, number>,
  { heat: heats, alertsRead }: PackagesHeat,
): Shown {
  if (!one.found) {
    const reason = partReason(one.failure, cut.limits.chars * 2);
    const text = one.found === null && !wasAnswered(one.failure) ? `could not be asked: ${reason}` : reason;
    return { lookup: one, lines: [`${wordText(one.id)}: ${text}.`], entry: { id: one.id, found: one.found, reason } };
  }
  const whole = heats.get(one.facts);
  const heat = whole === undefined ? undefined : cutHeat(whole, cut.limits);
  const shown = showPackage(one.facts, cut, counts.get(one.facts) ?? 0);
  const { id: asked, scheduleSlipHours, deliveredLateHours, overdue, hoursSinceLastScan } = one.facts;
  const entry: Entry = {
    id: asked,
    found: true,
    package: shown.record,
    scheduleSlipHours,
    deliveredLateHours,
    overdue,
    hoursSinceLastScan,
    events: shown.scans.map(({ event }) => event),
    ...(heat === undefined ? {} : { heat }),
  };
  const lines = [...packageLines(shown), ...(heat === undefined ? [] : [`  ${packageHeatText(heat, alertsRead)}.`])];
  return { lookup: one, lines, entry, shown };
}

/** A failure that is itself an answer of the service: the number was asked, and perhaps billed. */
function wasAnswered({ kind }: Failure): boolean {
  return kind === "unexpected_response" || kind === "invalid_request" || kind === "upstream_error";
}
