import type { BlockList } from "node:net";
import { isIP } from "node:net";

/** The scopes that an MCP client asks for: to ask, and to create plans (G-http). */
export const SCOPES = ["coldroute:read", "coldroute:plan"] as const;
/** The scope that `/metrics` needs. */
export const METRICS_SCOPE = "coldroute:metrics";
export type Scope = (typeof SCOPES)[number] | typeof METRICS_SCOPE;
export const ALL_SCOPES: readonly Scope[] = [...SCOPES, METRICS_SCOPE];

/** The caller, as authorization knows it. */
export interface Principal {
  /** Unique to a principal, and the same for all its requests. Never logged. */
  readonly id: string;
  /** The operator's name for it in the log, if any. */
  readonly name?: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** The result of checking a bearer token. `refused` says why, without any part of it; `unavailable`: no keys could be fetched. */
export type Proof = Principal | { readonly refused: string } | "unavailable";

/**
 * The address of a request's sender. A trusted proxy names it in `X-Forwarded-For`: the last address there that is no
 * trusted proxy's, since each proxy appends the one that it saw.
 */
export function peerOf(address: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  const isTrusted = (each: string): boolean => trusted.check(each, isIP(each) === 6 ? "ipv6" : "ipv4");
  // A socket that serves both families writes IPv4 addresses so.
  let peer = address?.replace(/^::ffff:(?=[0-9.]+$)/, "") ?? "unknown";
  const hops = forwardedFor?.split(",").map((hop) => hop.trim()) ?? [];
  while (isIP(peer) !== 0 && isTrusted(peer)) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    peer = before;
  }
  return peer;
}
