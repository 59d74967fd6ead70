import { BlockList, isIP } from "node:net";

/**
 * The address of a request's sender: the last in `X-Forwarded-For` that is no trusted proxy's, since each proxy appends
 * the one that it saw. `trustedProxies` are addresses, and ranges of them (CIDR).
 */
export function peersBehind(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const each of trustedProxies) {
    const [address = "", bits] = each.split("/");
    trusted.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return (address: string | undefined, forwardedFor = ""): string => {
    // A socket of both families maps IPv4 addresses.
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
