import type { Fault } from "../support/sandbox.ts";
import type { FaultRow, FrontKind, Lasting, Seen } from "./fault.ts";

const BOTH: readonly Lasting[] = ["once", "for good"];
const FOR_GOOD: readonly Lasting[] = ["for good"];

interface StatusDetails {
  readonly retryAfterMs?: number;
  readonly headers?: Fault["headers"];
  /** Not problem details, but an HTML page. */
  readonly page?: boolean;
  /** The same of JSON that lacks what makes it problem details (RFC 9457, 3.1). */
  readonly json?: object;
  readonly requestId?: boolean;
}

function status(name: string, code: number, details: StatusDetails = {}, lasts = BOTH): FaultRow {
  const { retryAfterMs, headers, page = false, json, requestId = true } = details;
  return {
    name,
    seen: {
      is: "refused",
      status: code,
      problem: !page && json === undefined,
      requestId,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
    made: {
      by: "sandbox",
      fault: {
        kind: page ? "html" : "status",
        processed: false,
        status: code,
        ...(json === undefined ? {} : { body: json }),
        ...(headers === undefined ? {} : { headers }),
        ...(requestId ? {} : { requestId }),
      },
    },
    lasts,
  };
}

/** A 429 whose Retry-After asks for one second, by a date held against the response's own. */
function dated(form: string, retryAfter: string): FaultRow {
  const headers = { Date: "Wed, 08 Jul 2026 23:59:59 GMT", "Retry-After": retryAfter };
  return status(`429, ${form}`, 429, { headers, retryAfterMs: 1_000 });
}

function sandbox(name: string, seen: Seen, fault: Omit<Fault, "product" | "times">, lasts = BOTH): FaultRow {
  return { name, seen, made: { by: "sandbox", fault }, lasts };
}

function body(
  name: string,
  kind: Fault["kind"],
  what: (Seen & { is: "success" })["body"],
  offsetBytes?: number,
): FaultRow {
  const fault = { kind, ...(offsetBytes === undefined ? {} : { offsetBytes }) };
  return sandbox(name, { is: "success", body: what }, fault);
}

function front(name: string, kind: FrontKind, seen: Seen, lasts = FOR_GOOD): FaultRow {
  return { name, seen, made: { by: "front", front: kind }, lasts };
}

const unstarted: Seen = { is: "unstarted", by: "network" };

/** Every fault of the matrix. Those of connections that cannot be lifted within a process only last for good. */
export const FAULTS: readonly FaultRow[] = [
  status("400", 400),
  { name: "401, token expired", seen: { is: "expired" }, made: { by: "revocation" }, lasts: ["once"] },
  status("401 that persists", 401, {}, FOR_GOOD),
  status("403", 403),
  status("404", 404),
  status("404 without X-Request-Id", 404, { requestId: false }),
  status("429, Retry-After: 1", 429, { headers: { "Retry-After": "1" }, retryAfterMs: 1_000 }),
  dated("IMF-fixdate 1 s ahead", "Thu, 09 Jul 2026 00:00:00 GMT"),
  dated("RFC 850 date 1 s ahead", "Thursday, 09-Jul-26 00:00:00 GMT"),
  dated("asctime date 1 s ahead", "Thu Jul  9 00:00:00 2026"),
  status("429, no Retry-After", 429),
  status("429, Retry-After: -5", 429, { headers: { "Retry-After": "-5" } }),
  status("429, Retry-After: 99999999", 429, { headers: { "Retry-After": "99999999" }, retryAfterMs: 99_999_999_000 }),
  status("429, Retry-After: 1 and 0", 429, { headers: { "Retry-After": ["1", "0"] }, retryAfterMs: 1_000 }),
  status("500", 500),
  status("502", 502),
  status("502, Retry-After: 1", 502, { headers: { "Retry-After": "1" }, retryAfterMs: 1_000 }),
  status("502, HTML", 502, { page: true }),
  status("502, JSON that is no problem", 502, { json: { title: "Bad Gateway", status: 502 } }),
  status("503", 503),
  status("503, Retry-After: 1", 503, { headers: { "Retry-After": "1" }, retryAfterMs: 1_000 }),
  status("503, HTML, Retry-After: 1", 503, { page: true, headers: { "Retry-After": "1" }, retryAfterMs: 1_000 }),
  status("504", 504),
  front("connection refused", "closed", unstarted, BOTH),
  front("name does not resolve", "unnamed", unstarted),
  { ...front("connect timeout", "stalled", { is: "unstarted", by: "timeout" }, BOTH), timed: true },
  front("reset in the TLS handshake", "tlsReset", unstarted),
  front("untrusted certificate", "untrusted", unstarted),
  front("reset when kept alive", "diesOnReuse", { is: "stale" }),
  sandbox("reset before the answer", { is: "unanswered", by: "network" }, { kind: "reset" }),
  { ...sandbox("hang before headers", { is: "unanswered", by: "timeout" }, { kind: "hang" }), timed: true },
  body("reset inside the body", "resetBody", "broken"),
  { ...body("a byte a second", "drip", "late"), timed: true },
  { ...body("hang inside the body", "hangBody", "late"), timed: true },
  body("broken gzip", "brokenGzip", "broken"),
  body("Content-Length too long", "wrongLength", "broken"),
  // Framed as it is told, such a body is whole and its JSON cut short.
  body("Content-Length too short", "wrongLength", "garbled", -9),
  body("truncated JSON", "truncate", "garbled"),
  body("HTML with 200", "html", "garbled"),
  body("empty body with 200", "empty", "garbled"),
  body("wrong shape", "wrongShape", "misshapen"),
  body("meta (or identifiers) missing", "noMeta", "lacking"),
  body("wrong content type", "badContentType", "right"),
  body("duplicate headers", "duplicateHeaders", "right"),
  { ...body("33 MiB body", "huge", "oversized"), lasts: FOR_GOOD, heavy: true },
  { ...body("48 kB that unpack to 50 MB", "bomb", "oversized"), lasts: FOR_GOOD, heavy: true },
  sandbox(
    "redirect to another origin",
    { is: "refused", status: 307, problem: false, requestId: true },
    { kind: "redirect" },
  ),
  sandbox(
    "503 whose problem says 404",
    { is: "refused", status: 503, problem: true, requestId: true },
    { kind: "problemStatusMismatch" },
  ),
];
