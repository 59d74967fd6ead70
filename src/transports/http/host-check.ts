import { isIP } from "node:net";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { cleanText } from "../../domain/clean.ts";
import { isLoopback } from "../../domain/loopback.ts";
import type { HttpOptions } from "./options.ts";

const MAX_LOGGED_CHARS = 100;

/** True for every address of this machine. No client sends it as a host name. */
export function isAnyAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** Refuses a foreign `Host` or `Origin`, so that a web page cannot reach a server on its reader's machine. */
export function hostCheck({ host: bound, config, log }: Pick<HttpOptions, "host" | "config" | "log">) {
  const { allowedHosts, allowedOrigins } = config;
  const boundName = isIP(bound) === 6 ? `[${bound}]` : bound;
  const names = isAnyAddress(bound) ? allowedHosts : [boundName, ...allowedHosts];
  // Loopback names always pass, because no foreign page can send them.
  const hosts = [...localhostAllowedHostnames(), ...names.map((host) => new URL(`http://${host}`).hostname)];
  const origins = new Set(allowedOrigins.map(asBrowsersSend));
  // Local pages may use a server on loopback, unless the operator names the allowed origins.
  const loopbackOrigins = isLoopback(bound) && origins.size === 0 ? localhostAllowedOrigins() : [];
  const logRefusal = (request: Request, header: "host" | "origin"): void => {
    const sent = cleanText(request.headers.get(header) ?? "", MAX_LOGGED_CHARS);
    const variable = `COLDROUTE_HTTP_ALLOWED_${header.toUpperCase()}S`;
    log.warn({ [header]: sent }, `foreign ${header} refused; ${variable} lists the allowed ones`);
  };
  return (request: Request): Response | undefined => {
    const foreignHost = hostHeaderValidationResponse(request, hosts);
    if (foreignHost !== undefined) logRefusal(request, "host");
    // The SDK's origin check ignores scheme and port, so it decides only about local pages.
    if (foreignHost !== undefined || origins.has(request.headers.get("origin") ?? "")) return foreignHost;
    const foreignOrigin = originValidationResponse(request, loopbackOrigins);
    if (foreignOrigin !== undefined) logRefusal(request, "origin");
    return foreignOrigin;
  };
}

function asBrowsersSend(origin: string): string {
  return /^https?:/i.test(origin) ? new URL(origin).origin : origin;
}
