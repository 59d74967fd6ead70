import { BlockList, isIP } from "node:net";

/**
 * Finds the address of a request's sender: the last in `X-Forwarded-For` that is not a trusted proxy, since each proxy
 * appends the address that it saw. `trustedProxies` holds addresses and CIDR ranges.
 */
export function peersBehind(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = "", bits] = range.split("/");
    trusted.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return (address: string | undefined, forwardedFor: string): string => {
    // A dual-stack socket maps IPv4 addresses to IPv6.
    let peer = address?.replace(/^::ffff:(?=[0-9.]+$)/, "") ?? "unknown";
    const hops = forwardedFor.split(",");
    while (isIP(peer) !== 0 && trusted.check(peer, familyOf(peer))) {
      const before = hops.pop()?.trim() ?? "";
      if (isIP(before) === 0) break;
      peer = before;
    }
    return peer;
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** This server's origin as the client sees it. A TLS proxy sends the scheme; in a chain, the first value is right. */
export function originOf(request: Request): string {
  const scheme = /^https(?: *,|$)/i.test(request.headers.get("x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}
