/** Bounds on everything that a client can make the server hold (DESIGN 6). Sizes in bytes. */
export interface HttpLimits {
  readonly maxConnections: number;
  /** Requests of one connection that may wait for the one before them. */
  readonly maxPipelined: number;
  /** What they may hold of headers and bodies in all, the last of them left out. */
  readonly maxPipelinedBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  readonly maxBodyBytes: number;
  /** The pieces in which a body may arrive: each costs time, however small it is. */
  readonly maxBodyParts: number;
  /** What larger bodies than the first of these may hold in all, until their calls are over; smaller ones are bounded by the connections. */
  readonly smallBodyBytes: number;
  readonly maxLargeBodyBytesInAll: number;
  /** How long a request's headers may take to arrive. */
  readonly headersMs: number;
  /** How often it is looked for headers that are late. */
  readonly checkMs: number;
  /** How long its body may take to arrive, once it is its turn. */
  readonly bodyMs: number;
  /** How long a connection may lie idle between requests: longer than proxies keep theirs, which then never meet a closed one. */
  readonly keepAliveMs: number;
  /** How long a client may go on sending, or take to read, once its connection is to be closed; and what of it is read. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
  /** How long a connection may stand still within a request, when nobody reads what is written to it, say. */
  readonly stallMs: number;
  /** What may wait to be read by one client, and by all. A single message is let through whatever its size. */
  readonly maxUnreadBytes: number;
  readonly maxUnreadBytesInAll: number;
  readonly maxSessions: number;
  readonly maxSessionsPerPrincipal: number;
  readonly sessionIdleMs: number;
  /** Streams that one session may hold open by GET: one to listen on, the rest to resume. */
  readonly maxStreamsPerSession: number;
  /** Streams that 2026-era clients may hold open to be told of changes, in all. */
  readonly maxSubscriptions: number;
  /** Tool calls under way, in all and for one principal. */
  readonly maxCalls: number;
  readonly maxCallsPerPrincipal: number;
  /** Events kept so that a broken stream can be resumed, of one session. */
  readonly maxEventsPerSession: number;
  /** The same, in characters and of all sessions. */
  readonly maxEventCharacters: number;
  /** How often an open stream is written to, so that neither side takes it for dead. */
  readonly streamKeepAliveMs: number;
  /** For how long at least, and at most, the server takes in what is sent once it is asked to end: until nothing more arrives. */
  readonly settleMs: number;
  readonly maxSettleMs: number;
  /** How long calls in flight may take, from then on that the server is asked to end. */
  readonly drainMs: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export const DEFAULT_LIMITS: HttpLimits = {
  maxConnections: 2048,
  maxPipelined: 8,
  maxPipelinedBytes: 16 * KIB,
  maxHeaderBytes: 16 * KIB,
  maxHeaders: 100,
  maxBodyBytes: MIB,
  maxBodyParts: 65_536,
  smallBodyBytes: 64 * KIB,
  maxLargeBodyBytesInAll: 32 * MIB,
  headersMs: 15 * SECOND_MS,
  checkMs: 2 * SECOND_MS,
  bodyMs: 30 * SECOND_MS,
  keepAliveMs: 75 * SECOND_MS,
  lingerMs: 500,
  lingerBytes: 4 * MIB,
  stallMs: 2 * MINUTE_MS,
  maxUnreadBytes: MIB,
  maxUnreadBytesInAll: 64 * MIB,
  maxSessions: 1000,
  maxSessionsPerPrincipal: 200,
  sessionIdleMs: 30 * MINUTE_MS,
  maxStreamsPerSession: 8,
  maxSubscriptions: 256,
  maxCalls: 512,
  maxCallsPerPrincipal: 128,
  maxEventsPerSession: 64,
  maxEventCharacters: 16 * MIB,
  streamKeepAliveMs: 15 * SECOND_MS,
  settleMs: 250,
  maxSettleMs: 5 * SECOND_MS,
  drainMs: 25 * SECOND_MS,
};

/** Those of a server whose calls may take `maxWaitMs`: a 2026-era client reads nothing until its call is answered. */
export function limitsFor(maxWaitMs: number): HttpLimits {
  return { ...DEFAULT_LIMITS, stallMs: Math.max(DEFAULT_LIMITS.stallMs, maxWaitMs + MINUTE_MS) };
}
