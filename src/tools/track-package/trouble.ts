import { compact } from "../../domain/collections.ts";
import { type Report, speaksOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";
import { isDamage, isTrouble } from "./trouble-words.ts";

export interface Trouble {
  readonly text: string;
  /** Null of a status, of the newest scan, and where the instant is not certain. */
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

/** The newest scan of trouble that no later scan ends. Every later scan with news ends trouble, but not damage. */
function lastingTrouble(scans: readonly Scan[]): Scan | undefined {
  // Carriers write "In transit" at the same place also while nothing moves: that is no news.
  const lastNews = scans.findLastIndex(({ city, report }, index) => {
    const isElsewhere = city !== null && city !== scans[index - 1]?.city;
    return isElsewhere || !/^in transit\b/.test(report.words);
  });
  return scans.findLast(({ report }, index) => isTrouble(report) && (index >= lastNews || isDamage(report)));
}
