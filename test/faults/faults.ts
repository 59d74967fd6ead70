import type { Fault } from "../support/sandbox.ts";
import type { FrontKind } from "./fronts.ts";

/** The duration of a fault: the first request alone, or every request. */
export type Lasting = "once" | "for good";

/**
 * The part of a fault that reaches the client. The rules go by nothing else:
 * - `unstarted`: no byte of the request is written. `unanswered`: it is, but no status line comes back. `by` tells
 *   whether the connection breaks or the time runs out.
 * - `refused`: a status that is no 2xx. `retryAfterMs`: the wait that a readable Retry-After asks for.
 * - `success`: a 2xx with a body that is `right` (however odd its headers), `late`, `broken` (never whole, or its
 *   coding damaged), `oversized` (over 32 MiB), `garbled` (whole, but no JSON), `misshapen` (JSON of another shape) or
 *   `lacking` (without `meta`, `expires_in`, or the identifiers of a plan or package).
 * - `expired`: the token is no longer taken, a new one is. `stale`: connections die when they are used again.
 */
export type Seen =
  | { readonly is: "unstarted" | "unanswered"; readonly by: "network" | "timeout" }
  | {
      readonly is: "refused";
      readonly status: number;
      readonly retryAfterMs?: number;
      readonly problem: boolean;
      readonly requestId: boolean;
    }
  | { readonly is: "success"; readonly body: Body }
  | { readonly is: "expired" }
  | { readonly is: "stale" };

type Body = "right" | "late" | "broken" | "oversized" | "garbled" | "misshapen" | "lacking";

/** One row of the matrix. The sandbox produces `fault`, a listener before it `front`. A revoked token needs neither. */
export interface FaultRow {
  readonly name: string;
  readonly seen: Seen;
  readonly fault?: Omit<Fault, "product" | "times">;
  readonly front?: FrontKind;
  readonly lasts: readonly Lasting[];
  /** The fault needs time, which the test lets pass. */
  readonly isTimed?: boolean;
  /** The fault takes so much of the processor that others would be late. */
  readonly isHeavy?: boolean;
}

const BOTH: readonly Lasting[] = ["once", "for good"];
const FOR_GOOD: readonly Lasting[] = ["for good"];

type Answer = Pick<Fault, "headers" | "body" | "requestId"> & {
  readonly retryAfterMs?: number;
  readonly isPage?: boolean;
};

function status(name: string, code: number, answer: Answer = {}, lasts = BOTH): FaultRow {
  const { retryAfterMs, isPage = false, ...fault } = answer;
  const { requestId = true } = fault;
  const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
  const seen: Seen = { is: "refused", status: code, problem: !isPage && fault.body === undefined, requestId, ...waits };
  return { name, seen, fault: { ...fault, kind: isPage ? "html" : "status", processed: false, status: code }, lasts };
}

/** An answer that asks for a wait of one second. */
function waiting(name: string, code: number, retryAfter: string | string[] = "1", more: Answer = {}): FaultRow {
  return status(name, code, { ...more, headers: { ...more.headers, "Retry-After": retryAfter }, retryAfterMs: 1_000 });
}

function body(
  name: string,
  kind: Fault["kind"],
  what: Body,
  more: Partial<FaultRow & { offsetBytes: number }> = {},
): FaultRow {
  const { offsetBytes, ...row } = more;
  const fault = { kind, ...(offsetBytes === undefined ? {} : { offsetBytes }) };
  return { name, seen: { is: "success", body: what }, fault, lasts: BOTH, ...row };
}

function front(name: string, kind: FrontKind, seen: Seen, more: Partial<FaultRow> = {}): FaultRow {
  return { name, seen, front: kind, lasts: FOR_GOOD, ...more };
}

const UNSTARTED: Seen = { is: "unstarted", by: "network" };
const TIMED = { isTimed: true };
const HEAVY = { isHeavy: true, lasts: FOR_GOOD };

/** Every fault of the matrix. A name or certificate never changes during a process, so such faults only last. */
export const FAULTS: readonly FaultRow[] = [
  status("400", 400),
  { name: "401, token expired", seen: { is: "expired" }, lasts: ["once"] },
  status("401 that persists", 401, {}, FOR_GOOD),
  status("403", 403),
  status("404", 404),
  status("404 without X-Request-Id", 404, { requestId: false }),
  waiting("429, Retry-After: 1", 429),
  waiting("429, date 1 s ahead", 429, "Thu, 09 Jul 2026 00:00:00 GMT", {
    headers: { Date: "Wed, 08 Jul 2026 23:59:59 GMT" },
  }),
  waiting("429, Retry-After: 1 and 0", 429, ["1", "0"]),
  status("429, no Retry-After", 429),
  status("429, Retry-After: -5", 429, { headers: { "Retry-After": "-5" } }),
  status("429, Retry-After: 99999999", 429, { headers: { "Retry-After": "99999999" }, retryAfterMs: 99_999_999_000 }),
  status("500", 500),
  status("502", 502),
  waiting("502, Retry-After: 1", 502),
  status("502, HTML", 502, { isPage: true }),
  status("502, JSON that is no problem", 502, { body: { title: "Bad Gateway", status: 502 } }),
  status("503", 503),
  waiting("503, Retry-After: 1", 503),
  waiting("503, HTML, Retry-After: 1", 503, "1", { isPage: true }),
  { ...status("503 whose problem says 404", 503), fault: { kind: "problemStatusMismatch" } },
  status("504", 504),
  status("303", 303),
  status("304", 304),
  status("408", 408),
  status("499", 499),
  {
    name: "redirect to another origin",
    seen: { is: "refused", status: 307, problem: false, requestId: true },
    fault: { kind: "redirect" },
    lasts: BOTH,
  },
  front("connection refused", "closed", UNSTARTED, { lasts: BOTH }),
  front("name does not resolve", "unnamed", UNSTARTED),
  front("connect timeout", "silent", { is: "unstarted", by: "timeout" }, TIMED),
  front("reset in the TLS handshake", "tlsReset", UNSTARTED),
  front("untrusted certificate", "untrusted", UNSTARTED),
  front("reset when kept alive", "diesOnReuse", { is: "stale" }),
  { name: "reset before the answer", seen: { is: "unanswered", by: "network" }, fault: { kind: "reset" }, lasts: BOTH },
  {
    name: "hang before headers",
    seen: { is: "unanswered", by: "timeout" },
    fault: { kind: "hang" },
    lasts: BOTH,
    ...TIMED,
  },
  body("reset inside the body", "resetBody", "broken"),
  body("a byte a second", "drip", "late", TIMED),
  body("hang inside the body", "hangBody", "late", TIMED),
  body("broken gzip", "brokenGzip", "broken"),
  body("Content-Length too long", "wrongLength", "broken"),
  // The frame of such a body is complete, but its JSON is cut short.
  body("Content-Length too short", "wrongLength", "garbled", { offsetBytes: -9 }),
  body("truncated JSON", "truncate", "garbled"),
  body("HTML with 200", "html", "garbled"),
  body("empty body with 200", "empty", "garbled"),
  body("wrong shape", "wrongShape", "misshapen"),
  body("meta (or identifiers) missing", "noMeta", "lacking"),
  body("wrong content type", "badContentType", "right"),
  body("duplicate headers", "duplicateHeaders", "right"),
  body("33 MiB body", "huge", "oversized", HEAVY),
  body("48 kB that unpack to 50 MB", "bomb", "oversized", HEAVY),
];
