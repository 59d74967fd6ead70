/** True if `host`, a name or an address, stands for this machine alone. URLs write IPv6 addresses in brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1|\[::1\])$/i.test(host);
}
