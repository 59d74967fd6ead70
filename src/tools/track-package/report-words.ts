import type { Scan } from "./scans.ts";

/** Words of trouble in a status or a scan, as carriers write them. Each inflection is listed, because `upheld` is no `held`. */
const TROUBLE: readonly string[] = [
  ...["exception", "exceptions", "delay", "delays", "delayed", "held", "on hold", "customs hold", "seized"],
  ...["return", "returns", "returned", "returning", "to sender", "to shipper", "original sender", "refusal", "refused"],
  ...["rejected", "fail", "fails", "failed", "failure", "undeliverable", "undelivered", "not delivered", "unable"],
  ...["could not", "cannot", "attempted", "not attempted", "delivery attempt", "attempt made", "no attempt"],
  ...["notice left", "unclaimed", "abandoned", "damage", "damaged", "leaking", "crushed", "destroyed", "disposed"],
  ...["stolen", "lost", "missed", "missing", "misrouted", "missorted", "missent", "insufficient", "incorrect"],
  ...["incomplete", "invalid", "wrong address", "bad address", "address unknown", "unknown address"],
  ...["left no address", "vacant", "business closed", "denied", "no authorized", "no access", "no such", "no one"],
  ...["nobody", "not home", "not available", "unavailable", "weather", "suspended", "excursion"],
];
const NEGATIONS = ["no", "not", "never", "without", "neither", "nothing", "free"];
/** Words between a negation and the trouble that it denies: `no longer held`, `without any visible damage`. */
const AFTER_NEGATION = [
  ...["any", "been", "being", "be", "longer", "further", "more", "yet", "currently", "visible", "known", "reported"],
  ...["delivery", "or", "nor", "of"],
];
const ENDINGS = ["resolved", "cleared", "released", "lifted", "removed"];
/** Words between a trouble and its end: `exception has been resolved`. */
const BEFORE_ENDING = ["has", "have", "been", "was", "were", "is", "now"];
/** A carrier delivers to these on its way to the recipient. */
const STOPS = ["agent", "carrier", "courier", "depot", "facility", "hub", "post", "station", "local", "usps"];
/** Words before `delivered` in a report of a delivery: the goods or the manner. */
const SUBJECTS = ["", "|", "package", "parcel", "item", "order", "shipment", "mail", "successfully", "safely"];
const MOVING = ["in transit", "out for", "on the way", "departed", "arrived", "shipped"];
/** The topics of a report, besides trouble and delivery. */
const TOPICS = {
  /** The package goes back. */
  sender: ["to sender", "to the sender", "original sender", "to shipper", "to the shipper"],
  /** It is on its way. */
  moving: MOVING,
  /** The carrier has it. Recipients pick packages up, too, so `moving` leaves that open. */
  handover: [...MOVING, "picked up"],
  /** The sender made a label. The carrier may not have the package yet. */
  label: [
    ...["label", "shipment information", "shipping information", "electronic", "electronically", "pre shipment"],
    ...["information received", "data received", "order processed", "ready for carrier", "awaiting item"],
  ],
  /** Scans after a delivery that belong to it. */
  receipt: ["signature", "proof", "confirmation", "confirmed", "received", "delivery"],
};

/** The words of a report in lower case, `|` between its clauses: `DeliveryException, held` is `delivery exception | held`. */
function wordsOf(report: string): readonly string[] {
  const split = report
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("\u2019", "'")
    .replace(/[.,;:()]+/g, " | ");
  const words = split
    .toLowerCase()
    .split(/[^a-z0-9'|]+/)
    .filter((word) => word !== "");
  return words.filter((word, index) => word !== "|" || words[index - 1] !== "|");
}

/** Where each of `phrases` begins and ends in `words`, at each of its occurrences. */
function positionsOf(words: readonly string[], phrases: readonly string[]) {
  const text = ` ${words.join(" ")} `;
  const found = phrases.filter((phrase) => text.includes(` ${phrase} `));
  return found.flatMap((phrase) => {
    const wanted = phrase.split(" ");
    return words.flatMap((_, start) =>
      wanted.every((word, offset) => words[start + offset] === word) ? [{ start, end: start + wanted.length - 1 }] : [],
    );
  });
}

/** True if a status or a scan speaks of `topic`. */
export function speaksOf(topic: keyof typeof TOPICS, report: string | null): boolean {
  return report !== null && positionsOf(wordsOf(report), TOPICS[topic]).length > 0;
}

/** The next word from `index` in this direction that is not among `skipped`. */
function beside(words: readonly string[], index: number, step: 1 | -1, skipped: readonly string[]): string {
  const word = words[index + step] ?? "";
  return skipped.includes(word) ? beside(words, index + step, step, skipped) : word;
}

/** True if a report speaks of trouble, not of its absence or its end. */
function isTrouble(report: string): boolean {
  const words = wordsOf(report);
  return positionsOf(words, TROUBLE).some(
    ({ start, end }) => !isDenied(words, start) && !isOver(words, start, end) && !isReturnSlip(words, start, end),
  );
}

/** `no exceptions or delays`, `hasn't been delayed`. */
function isDenied(words: readonly string[], start: number): boolean {
  const before = beside(words, start, -1, [...AFTER_NEGATION, ...TROUBLE]);
  return NEGATIONS.includes(before) || before.endsWith("n't");
}

/** `exception has been resolved`, `held, released`, `released from customs hold`. */
function isOver(words: readonly string[], start: number, end: number): boolean {
  const isEnded = ENDINGS.includes(beside(words, end, 1, BEFORE_ENDING));
  const [next, ending = "", after = "|"] = words.slice(end + 1, end + 4);
  const isEndedNext = next === "|" && ENDINGS.includes(ending) && after === "|";
  return isEnded || isEndedNext || (words[start - 1] === "from" && ENDINGS.includes(words[start - 2] ?? ""));
}

/** A return receipt, label or address is no return. */
function isReturnSlip(words: readonly string[], start: number, end: number): boolean {
  return words[start] === "return" && ["receipt", "label", "address"].includes(words[end + 1] ?? "");
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
  const to = words[at + 1] === "to" ? words.slice(at + 2, at + 4) : [];
  const before = beside(words, at, -1, BEFORE_ENDING);
  return at >= 0 && SUBJECTS.includes(before) && !to.some((one) => STOPS.includes(one));
}
