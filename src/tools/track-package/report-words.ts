import type { Scan } from "./scans.ts";

/** Words of trouble in a status or a scan, as carriers write them. Inflections are listed, so that `upheld` is none. */
const TROUBLE: readonly string[] = [
  ...["exception", "exceptions", "delay", "delays", "delayed", "held", "on hold", "customs hold", "seized"],
  ...["return", "returns", "returned", "returning", "to sender", "to shipper", "original sender", "refusal", "refused"],
  ...["rejected", "fail", "fails", "failed", "failure", "undeliverable", "undelivered", "not delivered", "unable"],
  ...["could not", "cannot", "attempted", "delivery attempt", "attempt made", "notice left", "unclaimed", "abandoned"],
  ...["damage", "damaged", "leaking", "crushed", "destroyed", "disposed", "stolen", "lost", "missed", "missing"],
  ...["misrouted", "missorted", "missent", "insufficient", "incorrect", "incomplete", "invalid", "wrong address"],
  ...["bad address", "address unknown", "unknown address", "left no address", "vacant", "business closed", "denied"],
  ...[
    "no authorized",
    "no access",
    "no such",
    "no one",
    "nobody",
    "not home",
    "not available",
    "unavailable",
    "weather",
  ],
];
/** `without any delay`, `no longer held`, `released from customs hold`. */
const NEGATIONS = ["no", "not", "never", "without", "from", "isn't", "wasn't"];
/** `exception has been resolved`; a return receipt is no return. */
const ENDINGS = ["resolved", "cleared", "released", "lifted", "removed", "over", "receipt", "label"];
/** Words that may stand between a word of trouble and its negation or ending. */
const FILLERS = [
  "any",
  "been",
  "being",
  "be",
  "longer",
  "further",
  "more",
  "delivery",
  "has",
  "have",
  "was",
  "is",
  "now",
];
/** A carrier delivers to these on its way to the recipient. */
const STOPS = ["agent", "carrier", "courier", "depot", "facility", "hub", "post", "station", "local"];
const UNDER_WAY = ["in transit", "out for", "on the way", "departed", "arrived", "picked up", "shipped"];
/** Scans that the sender's label makes, before the carrier has the package. */
const LABEL = ["label", "shipment information", "shipping information", "electronic", "pre shipment", "awaiting item"];

/** The words of a report in lower case: `DeliveryException, held` is `delivery exception | held`. */
function wordsOf(report: string): readonly string[] {
  const split = report.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[.,;:()]/g, " | ");
  return split
    .toLowerCase()
    .split(/[^a-z'|]+/)
    .filter((word) => word !== "");
}

/** Where each of `phrases` begins and ends in `words`. */
function placesOf(words: readonly string[], phrases: readonly string[]) {
  const text = ` ${words.join(" ")} `;
  return phrases.flatMap((phrase) => {
    const at = text.indexOf(` ${phrase} `);
    if (at < 0) return [];
    const start = text.slice(0, at).split(" ").length - 1;
    return { start, end: start + phrase.split(" ").length - 1 };
  });
}

function has(report: string | null, phrases: readonly string[]): boolean {
  return report !== null && placesOf(wordsOf(report), phrases).length > 0;
}

/** The next word from `index` in this direction that is no filler. */
function beside(words: readonly string[], index: number, step: 1 | -1): string {
  const word = words[index + step] ?? "";
  return FILLERS.includes(word) ? beside(words, index + step, step) : word;
}

/** True if a report speaks of trouble, not of its absence or its end. */
function isTrouble(report: string): boolean {
  const words = wordsOf(report);
  return placesOf(words, TROUBLE).some(
    ({ start, end }) => !NEGATIONS.includes(beside(words, start, -1)) && !ENDINGS.includes(beside(words, end, 1)),
  );
}

/** The words of a scan: its description, else its code. */
export function reportOf(scan: Scan | undefined): string | null {
  return scan?.description ?? scan?.code ?? null;
}

/** The status and the newest scan, each only if it reports trouble. Omits a status that the scan repeats. */
export function troubleOf(status: string | null, newest: Scan | undefined): readonly string[] {
  const [told = "", scanned = ""] = [status, reportOf(newest)].map((report) =>
    report !== null && isTrouble(report) ? report : "",
  );
  return [scanned.toLowerCase().includes(told.toLowerCase()) ? "" : told, scanned].filter((text) => text !== "");
}

/** True if a status or a scan says that the package is with its recipient, or back with its sender. */
export function isDelivery(report: string | null): boolean {
  const words = wordsOf(report ?? "");
  const at = words.indexOf("delivered");
  const subject = at === 0 ? "package" : beside(words, at, -1);
  const to = words[at + 1] === "to" ? words.slice(at + 2, at + 4) : [];
  return (
    at >= 0 &&
    ["", "package", "parcel", "item", "shipment", "|"].includes(subject) &&
    !to.some((one) => STOPS.includes(one))
  );
}

/** True if a status or a scan says that the package goes back. */
export function isToSender(report: string | null): boolean {
  return has(report, ["to sender", "to the sender", "original sender", "to shipper", "to the shipper"]);
}

export function isUnderWayReport(report: string | null): boolean {
  return has(report, UNDER_WAY);
}

/** True for a scan by the carrier; one of the label alone is the sender's. */
export function isCarriersScan(scan: Scan | undefined): boolean {
  return scan !== undefined && !has(reportOf(scan), LABEL);
}

/** Scans after a delivery that belong to it. */
export function isAfterDelivery(report: string | null): boolean {
  return isDelivery(report) || has(report, ["signature", "proof", "confirmation", "confirmed", "received", "delivery"]);
}
