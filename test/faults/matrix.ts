import { isDeepStrictEqual } from "node:util";
import { evidence, type Observed, runCell } from "./cell.ts";
import { type Expected, expected, expectedAfterwards } from "./expected.ts";
import { canEnd, type FaultRow, type Moment } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import type { OutcomeKind } from "./rules.ts";

/** One cell as it went. */
export interface Cell {
  readonly fault: FaultRow;
  readonly operation: Operation;
  readonly moment: Moment;
  readonly expected: Expected | undefined;
  /** What differed from the expectation; empty when it passed. */
  readonly differences: readonly string[];
}

/** The rows of the matrix: each fault, and when the call is made. */
export const ROWS: readonly (readonly [FaultRow, Moment])[] = [
  ...FAULTS.filter(({ lasts }) => lasts.includes("once")).map((fault) => [fault, "once"] as const),
  ...FAULTS.filter(({ lasts }) => lasts.includes("for good")).map((fault) => [fault, "for good"] as const),
  ...FAULTS.filter((fault) => fault.lasts.includes("for good") && canEnd(fault)).map(
    (fault) => [fault, "afterwards"] as const,
  ),
];

/** Most cells wait most of the time; heavy ones go alone. */
const AT_ONCE = 56;

/** Runs every cell. */
export async function runMatrix(): Promise<readonly Cell[]> {
  const jobs = FAULTS.flatMap((fault) =>
    fault.lasts.flatMap((lasting) => OPERATIONS.map((operation) => ({ fault, lasting, operation }))),
  );
  const cells: Cell[] = [];
  const run = async ({ fault, lasting, operation }: (typeof jobs)[number]): Promise<void> => {
    const { during, afterwards, leaks } = await runCell(operation, fault, lasting);
    const add = (moment: Moment, wanted: Expected | undefined, seen: Observed): void => {
      const differences = wanted === undefined ? ["no expectation"] : differencesOf(wanted, seen, operation, fault);
      cells.push({ fault, operation, moment, expected: wanted, differences: [...differences, ...leaks] });
    };
    add(lasting, expected(operation, fault, lasting), during);
    if (afterwards !== undefined) add("afterwards", expectedAfterwards(operation, fault), afterwards);
  };
  const lane = async (queue: (typeof jobs)[number][]): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await run(job);
  };
  const light = jobs.filter(({ fault }) => !fault.heavy);
  await Promise.all(Array.from({ length: AT_ONCE }, () => lane(light)));
  await lane(jobs.filter(({ fault }) => fault.heavy));
  return cells;
}

function differencesOf(wanted: Expected, seen: Observed, operation: Operation, fault: FaultRow): readonly string[] {
  const differences: string[] = [];
  const check = (name: string, isRight: boolean, got: unknown, want: unknown): void => {
    if (!isRight) differences.push(`${name} ${String(got)}, not ${String(want)}`);
  };
  for (const name of ["outcome", "requests", "exchanges", "billed", "maybeBilled"] as const) {
    check(name, seen[name] === wanted[name], seen[name], wanted[name]);
  }
  const floorMs = wanted.retryDelayFloorMs;
  check("again after", seen.shortestGapMs >= floorMs, `${seen.shortestGapMs} ms`, `${floorMs} ms at least`);
  const lacking = wanted.leastWaitsMs.slice(inTurn(wanted.leastWaitsMs, seen.askedWaitsMs));
  check(
    "asked to wait",
    lacking.length === 0,
    `${seen.askedWaitsMs.map(Math.round).join(", ")} ms`,
    `${wanted.leastWaitsMs.join(", ")} ms`,
  );
  if (seen.attempts !== undefined) check("attempts", seen.attempts === wanted.attempts, seen.attempts, wanted.attempts);
  // The service's own books: what it received and billed lies within what the client tells.
  const isStale = fault.seen.is === "stale";
  check("received", isStale ? seen.received === 1 : seen.received === seen.requests, seen.received, seen.requests);
  const most = seen.billed + seen.maybeBilled;
  check("ledger", seen.ledger >= seen.billed && seen.ledger <= most, seen.ledger, `${seen.billed} to ${most}`);
  if (seen.result.ok) {
    const { answer } = operation;
    check("answer", isPartOf(answer, seen.result.value), "another", JSON.stringify(answer));
  } else {
    const { product, sent = undefined, waitMs = undefined } = evidence(seen.result);
    check("failure of", product === operation.product, product, operation.product);
    if (sent !== undefined) check("sent", sent === (fault.seen.is !== "unstarted"), sent, !sent);
    // Of a wait that is told no more may be over than has gone by.
    const leastMs = (wanted.tellsWaitMs ?? 0) - seen.passedMs;
    if (wanted.tellsWaitMs !== undefined) check("come back after", Number(waitMs ?? 0) >= leastMs, waitMs, leastMs);
  }
  // DESIGN 4, tracing: every X-Request-Id is in the result.
  if (operation.name !== "token" && !(fault.seen.is === "refused" && !fault.seen.requestId)) {
    const missing = seen.answeredIds.filter((id) => !seen.requestIds.includes(id));
    check("request ids", missing.length === 0, missing, "missing");
  }
  return differences;
}

/** How many of the `least` waits were asked for, each after the one before it. */
function inTurn(least: readonly number[], asked: readonly number[]): number {
  return asked.reduce((met, waitMs) => (waitMs >= (least[met] ?? Number.POSITIVE_INFINITY) ? met + 1 : met), 0);
}

/** Whether `whole` holds everything that `part` does. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || part === null) return isDeepStrictEqual(part, whole);
  if (typeof whole !== "object" || whole === null) return false;
  return Object.entries(part).every(([name, value]) => isPartOf(value, Reflect.get(whole, name)));
}

const ROW_WIDTH = 30;
const CELL_WIDTH = 18;

const SHORT: Readonly<Partial<Record<OutcomeKind, string>>> = {
  invalid_request: "invalid",
  unauthorized: "unauthor.",
  not_found: "not found",
  rate_limited: "limited",
  unavailable: "unavail.",
  upstream_error: "upstream",
  unexpected_response: "unexpect.",
  outcome_unknown: "unknown",
};

const TITLES: Readonly<Record<Moment, string>> = {
  once: "The fault befalls the first request alone",
  "for good": "The fault lasts",
  afterwards: "The next call, after one that the fault lasted for",
};

/** The matrix as text, 120 columns wide at most. */
export function print(cells: readonly Cell[]): string {
  const head = "".padEnd(ROW_WIDTH) + OPERATIONS.map(({ name }) => `  ${name}`.padEnd(CELL_WIDTH)).join("");
  const lines = (["once", "for good", "afterwards"] as const).flatMap((moment) => [
    "",
    TITLES[moment],
    head.trimEnd(),
    ...ROWS.filter((row) => row[1] === moment).map(([fault]) => {
      const row = cells.filter((cell) => cell.fault === fault && cell.moment === moment);
      const texts = OPERATIONS.map((operation) => cellText(row.find((cell) => cell.operation === operation)));
      return fault.name.padEnd(ROW_WIDTH) + texts.join("").trimEnd();
    }),
  ]);
  const failed = cells.filter(({ differences }) => differences.length > 0);
  return [
    "Faults × operations: outcome, requests sent · billed + perhaps billed (interface specification, DESIGN 4)",
    ...lines,
    "",
    `${cells.length} cells, ${failed.length} failed`,
    ...failed.map(describeCell),
  ].join("\n");
}

function cellText(cell: Cell | undefined): string {
  if (cell?.expected === undefined) return "✗ no expectation".padEnd(CELL_WIDTH);
  const { outcome, requests, billed, maybeBilled } = cell.expected;
  const mark = cell.differences.length === 0 ? "✓" : "✗";
  return `${mark} ${SHORT[outcome] ?? outcome} ${requests}·${billed}+${maybeBilled}`.padEnd(CELL_WIDTH);
}

/** One failed cell in full. */
export function describeCell({ fault, operation, moment, differences }: Cell): string {
  return `✗ ${fault.name}, ${moment}, ${operation.name}: ${differences.join("; ")}`;
}
