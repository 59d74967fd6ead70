import { isIP } from "node:net";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";

/** What `Host` and `Origin` are held against. */
export interface HostRules {
  /** The address or name that the server is bound to. */
  readonly boundHost: string;
  /** Lower-case names. A port is ignored. */
  readonly allowedHosts: readonly string[];
  /** Lower-case origins: scheme, host, and port where it is not the scheme's own. */
  readonly allowedOrigins: readonly string[];
}

/** Refuses a request of a foreign host or page: a web page must not reach a server on its reader's machine. */
export type HostCheck = (request: Request) => Response | undefined;

/** Whether only this machine can reach a server that is bound to `host`. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Whether `host` stands for every address of this machine, and so is no name that clients use. */
export function isAnyAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** The check by `rules`. Loopback names always pass: a page from elsewhere cannot send them. */
export function hostCheck({ boundHost, allowedHosts, allowedOrigins }: HostRules): HostCheck {
  const named = [
    ...(isAnyAddress(boundHost) ? [] : [isIP(boundHost) === 6 ? `[${boundHost}]` : boundHost]),
    ...allowedHosts,
  ];
  const hosts = [...localhostAllowedHostnames(), ...named.map((host) => new URL(`http://${host}`).hostname)];
  const origins = new Set(allowedOrigins.map(asBrowsersSend));
  // Pages of this machine may use a server that is for this machine alone.
  const loopbackOrigins = isLoopback(boundHost) ? localhostAllowedOrigins() : [];
  return (request) => {
    const foreign = hostHeaderValidationResponse(request, hosts);
    // The SDK's own check of origins ignores scheme and port, so it decides on pages of this machine alone.
    if (foreign !== undefined || origins.has(request.headers.get("origin") ?? "")) return foreign;
    return originValidationResponse(request, loopbackOrigins);
  };
}

function asBrowsersSend(origin: string): string {
  return /^https?:/.test(origin) ? new URL(origin).origin : origin;
}
