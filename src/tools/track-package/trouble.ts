import { compact } from "../../domain/collections.ts";
import { type Report, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";

const DAMAGES = [
  "damage|damaged|leaking|crushed|destroyed|disposed|stolen|spoiled",
  "excursion|temperature deviation|out of range|overheated|too warm|melting|melted|thawing|thawed",
].join("|");
/** Words of trouble, as carriers write them. Each inflection is listed, because `upheld` is no `held`. */
const TROUBLES = [
  DAMAGES,
  "exception|exceptions|delay|delays|delayed|held|on hold|customs hold|seized|detained|intercepted|suspended|postponed",
  "return|returns|returned|returning|to sender|to shipper|original sender|refusal|refused|rejected|denied|unclaimed",
  "fail|fails|failed|failure|undeliverable|undelivered|not deliver|not delivered|never delivered|unable|could not|cannot|cancelled|canceled",
  "attempted|not attempted|delivery attempt|no delivery attempt|attempt made|no attempt|notice left|abandoned|vacant",
  "no authorized|no access|no such|no one|nobody|not home|business closed|not available|unavailable|weather",
  "lost|missed|missing|misrouted|missorted|missent|insufficient|incorrect|incomplete|invalid",
  "wrong address|bad address|address unknown|unknown address|left no address",
].join("|");
const DAMAGE_WORDS = new RegExp(`\\b(?:${DAMAGES})\\b`);
const TROUBLE_WORDS = new RegExp(`\\b(?:${TROUBLES})\\b`, "g");

/** Papers, not a return. They are replaced first, because `return` is a word of trouble. */
const RETURN_SLIP = /\breturn (?:receipt|label|address)\b/g;
/** `no longer TROUBLE`, `not yet TROUBLE`, `without any TROUBLE or TROUBLE`. */
const DENIED =
  /\b(?:no|not|never|without|neither|nothing|free)(?: (?:any|been|being|be|longer|further|more|yet|currently|visible|known|reported|delivery|or|nor|of|TROUBLE))+/g;
const ENDED = "(?:resolved|cleared|released|lifted|removed)";
/** `TROUBLE has been resolved`, `TROUBLE | released`, `released from TROUBLE`. */
const OVER = new RegExp(
  `TROUBLE (?:(?:has|have|been|was|were|is|now) )*${ENDED}\\b|TROUBLE \\| ${ENDED}(?: \\||$)|\\b${ENDED} from TROUBLE`,
  "g",
);

/**
 * Whether a report speaks of trouble, not of its absence (`no longer held`) or its end (`hold lifted`). Examples:
 *
 *     words                 no longer held at hub | held by customs          weather delay | resolved
 *     troubles by one word  no longer TROUBLE at hub | TROUBLE by customs    TROUBLE | resolved
 *     without denied ones   | at hub | TROUBLE by customs                    TROUBLE | resolved
 *     without ended ones    | at hub | TROUBLE by customs                    |
 */
export function isTrouble({ words }: Report): boolean {
  const named = words
    .replace(RETURN_SLIP, "|")
    .replace(TROUBLE_WORDS, "TROUBLE")
    .replace(/TROUBLE (?=TROUBLE)/g, "");
  return named.replace(DENIED, "|").replace(OVER, "|").includes("TROUBLE");
}

export interface Trouble {
  readonly text: string;
  /** Null for a status, for the newest scan, and if the time is not certain. */
  readonly hoursAgo: number | null;
}

/** The trouble of the status, unless a scan repeats it, and of the last scan of trouble; and why a package goes back. */
export function troublesOf(status: Report, scans: readonly Scan[]) {
  const lasting = lastingTrouble(scans);
  const isRepeated = lasting?.report.text.toLowerCase().includes(status.text.toLowerCase()) === true;
  const isReturning = goesBack(status) || (lasting !== undefined && goesBack(lasting.report));
  const cause = isReturning ? returnCause(scans) : undefined;
  const troubleOf = (scan: Scan): Trouble => {
    return { text: scan.report.text, hoursAgo: scan === scans.at(-1) ? null : scan.hoursAgo };
  };
  return {
    troubles: compact<Trouble>(
      !isRepeated && isTrouble(status) && { text: status.text, hoursAgo: null },
      lasting && troubleOf(lasting),
    ),
    returnCause: cause === undefined || cause === lasting ? undefined : troubleOf(cause),
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
 * The newest scan of trouble that still holds. Every later scan with news ends trouble, but not damage:
 *
 *     Held, Memphis     In transit, Memphis  Held
 *     Held, Memphis     Departed, Memphis    none
 *     Damaged, Memphis  Departed, Memphis    Damaged
 */
function lastingTrouble(scans: readonly Scan[]): Scan | undefined {
  // Carriers repeat "In transit" from one place while nothing moves, so it is no news.
  const lastNews = scans.findLastIndex(({ city, report }, index) => {
    const before = scans.slice(0, index).findLast((scan) => scan.city !== null);
    const isElsewhere = before !== undefined && city !== null && city.toLowerCase() !== before.city?.toLowerCase();
    return isElsewhere || !/^in transit\b/.test(report.words);
  });
  return scans.findLast(
    ({ report }, index) => isTrouble(report) && (index >= lastNews || DAMAGE_WORDS.test(report.words)),
  );
}
