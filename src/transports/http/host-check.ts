import { isIP } from "node:net";

/** Which `Host` and `Origin` headers are answered: what keeps a web page from reaching a server on its reader's machine. */
export interface HostCheck {
  /** @param host A `Host` header, or a URL's host. */
  allowsHost(host: string | undefined): boolean;
  /** @param origin An `Origin` header. */
  allowsOrigin(origin: string): boolean;
}

export interface HostRules {
  /** The address or name that the server is bound to. */
  readonly boundHost: string;
  /** Lower-case names, each with its port or for any port. */
  readonly allowedHosts: readonly string[];
  /** As browsers send them: scheme, host, and port where it is not the scheme's own. */
  readonly allowedOrigins: readonly string[];
}

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const ANY_ADDRESS: readonly string[] = ["0.0.0.0", "::"];

/** Whether only this machine can reach a server that is bound to `host`. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Whether `host` stands for every address of this machine, and so is no name that clients use. */
export function isAnyAddress(host: string): boolean {
  return ANY_ADDRESS.includes(host);
}

/** Loopback names are always allowed: a page elsewhere cannot send them, whatever name it was loaded by. */
export function hostCheck({ boundHost, allowedHosts, allowedOrigins }: HostRules): HostCheck {
  const bound = isAnyAddress(boundHost) ? [] : [isIP(boundHost) === 6 ? `[${boundHost}]` : boundHost];
  const hosts = new Set([...LOOPBACK_NAMES, ...bound, ...allowedHosts].map((host) => host.toLowerCase()));
  const origins = new Set(allowedOrigins.map(withoutOwnPort));
  // Pages of this machine may use a server that is for this machine alone.
  const loopbackOrigins = isLoopback(boundHost);
  return {
    allowsHost: (host) => host !== undefined && namesOf(host.toLowerCase()).some((name) => hosts.has(name)),
    allowsOrigin: (origin) => origins.has(origin) || (loopbackOrigins && isLoopbackOrigin(origin)),
  };
}

/** The ways in which the rules may name a host: with its port, for any port, with the port that its scheme leaves out. */
function namesOf(host: string): readonly string[] {
  return host === hostname(host) ? [host, `${host}:80`, `${host}:443`] : [host, hostname(host)];
}

/** An origin as browsers send it. */
function withoutOwnPort(origin: string): string {
  return /^https?:/.test(origin) ? new URL(origin).origin : origin;
}

function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/?#@\\]+)$/.exec(origin) ?? [];
  return host !== undefined && LOOPBACK_NAMES.includes(hostname(host));
}

function hostname(host: string): string {
  return host.replace(/:[0-9]*$/, "").toLowerCase();
}
