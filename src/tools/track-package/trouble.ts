import { compact } from "../../domain/collections.ts";
import { type Report, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";

/** Trouble in the words of the service. */
export interface Trouble {
  readonly text: string;
  /** Null of a status, of the newest scan, and where the instant is not certain. */
  readonly hoursAgo: number | null;
}

/** The trouble of the status, unless the scan repeats it, and of a scan whose trouble lasts; and why a package goes back. */
export function troublesOf(status: Report, scans: readonly Scan[]) {
  const lasting = lastingTrouble(scans);
  const isRepeated = lasting?.report.text.toLowerCase().includes(status.text.toLowerCase()) === true;
  const troubleAt = (scan: Scan | undefined): Trouble | undefined =>
    scan && { text: scan.report.text, hoursAgo: scan === scans.at(-1) ? null : scan.hoursAgo };
  const cause = goesBack(status) || (lasting && goesBack(lasting.report)) ? returnCause(scans) : undefined;
  return {
    troubles: compact(!isRepeated && isTrouble(status) && { text: status.text, hoursAgo: null }, troubleAt(lasting)),
    returnCause: cause === lasting ? undefined : troubleAt(cause),
  };
}

/** The last trouble before a package went back: `Incorrect address` of `Incorrect address`, `Returning to sender`, `Arrived`. */
function returnCause(scans: readonly Scan[]): Scan | undefined {
  const turn = scans.findIndex((scan) => goesBack(scan.report));
  return scans.slice(0, turn < 0 ? scans.length : turn).findLast((scan) => isTrouble(scan.report));
}

function goesBack(report: Report): boolean {
  return isTrouble(report) && speaksOf("back", report);
}

/**
 * The newest scan of trouble that no later one ends. Any other scan ends earlier trouble, and may itself be trouble; but
 * damage lasts.
 */
function lastingTrouble(scans: readonly Scan[]): Scan | undefined {
  // A line "In transit" at no other place may be written while nothing moves.
  const lastEnding = scans.findLastIndex((scan, index) => {
    const isElsewhere = scan.city !== null && scan.city !== scans[index - 1]?.city;
    return isElsewhere || !/^in transit\b/i.test(scan.report.text);
  });
  return scans.findLast(({ report }, index) => (index >= lastEnding || DAMAGE.test(report.text)) && isTrouble(report));
}

/**
 * True if a report speaks of trouble, not of its absence (`no longer held`) or its end (`hold lifted`).
 * `No longer held at hub; held by customs` has the words `no longer held at hub | held by customs`. With each trouble marked
 * they are `no longer ! at hub | ! by customs`, and without the denied one `| at hub | ! by customs`. A mark is left: trouble.
 * `Exception (resolved)` is `exception | resolved`, then `! | resolved`, then `|`: none.
 */
function isTrouble({ words }: Report): boolean {
  const marked = words.replace(RETURN_SLIP, "|").replace(TROUBLE, MARK).replace(REPEATED_MARK, "");
  return marked.replace(DENIED, "|").replace(OVER, "|").includes(MARK);
}

/** Words of trouble in a status or a scan, as carriers write them. Each inflection is listed, because `upheld` is no `held`. */
const TROUBLES: readonly string[] = [
  ...["exception", "exceptions", "delay", "delays", "delayed", "held", "on hold", "customs hold", "seized"],
  ...["return", "returns", "returned", "returning", "to sender", "to shipper", "original sender", "refusal", "refused"],
  ...["rejected", "fail", "fails", "failed", "failure", "undeliverable", "undelivered", "not delivered", "unable"],
  ...["could not", "cannot", "attempted", "not attempted", "delivery attempt", "attempt made", "no attempt"],
  ...["notice left", "unclaimed", "abandoned", "damage", "damaged", "leaking", "crushed", "destroyed", "disposed"],
  ...["stolen", "lost", "missed", "missing", "misrouted", "missorted", "missent", "insufficient", "incorrect"],
  ...["incomplete", "invalid", "wrong address", "bad address", "address unknown", "unknown address"],
  ...["left no address", "vacant", "business closed", "denied", "no authorized", "no access", "no such", "no one"],
  ...["nobody", "not home", "not available", "unavailable", "weather", "suspended", "cancelled", "canceled"],
  ...["postponed", "detained", "intercepted", "excursion", "out of range", "temperature deviation", "overheated"],
  ...["too warm", "melted", "melting", "thawed", "thawing", "spoiled"],
];
const TROUBLE = new RegExp(`\\b(?:${TROUBLES.join("|")})\\b`, "g");
/** Damage to a package. A later scan does not end it. */
const DAMAGE =
  /\b(?:damaged?|leaking|crushed|destroyed|disposed|stolen|excursion|out of range|overheated|melted|thawed|spoiled)\b/i;
/** Stands for each trouble in the patterns of `isTrouble`; no word has it. */
const MARK = "!";
/** `Weather delay cleared` has one trouble, in two words. */
const REPEATED_MARK = /! (?=!)/g;
/** `no longer !`, `not yet !`, `without any ! or !`. */
const DENIED =
  /\b(?:no|not|never|without|neither|nothing|free)(?: (?:any|been|being|be|longer|further|more|yet|currently|visible|known|reported|delivery|or|nor|of|!))+/g;
const ENDED = "(?:resolved|cleared|released|lifted|removed)";
/** `! has been resolved`, `! | released`, `released from !`. */
const OVER = new RegExp(
  `! (?:(?:has|have|been|was|were|is|now) )*${ENDED}\\b|! \\| ${ENDED}(?: \\||$)|\\b${ENDED} from !`,
  "g",
);
const RETURN_SLIP = /\breturn (?:receipt|label|address)\b/g;
