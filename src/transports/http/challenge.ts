import type { AuthorizationRules } from "../../http-config.ts";
import { type HeaderList, type Refusal, SERVER_ERROR } from "./answers.ts";
import type { Proof } from "./authorization.ts";
import { SCOPES, type Scope } from "./caller.ts";

/** Where the metadata of this protected resource is (RFC 9728, 3.1): as it is, and with the path of the resource after it. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";
const RESOURCE_PATH = "/mcp";

/** This server as its client names it: clients find their way from it. */
export function originOf(request: Request): string {
  // Said by a proxy that took the connection's encryption off; all that depends on it is where this client is sent.
  // Of a chain of proxies the first one comes first.
  const scheme = /^https(?: *,|$)/i.test(request.headers.get("x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}

/** What is wrong with a request's proof, if anything, as its sender should hear it (RFC 6750, 3; RFC 9728, 5.1). */
export function challengeFor(proof: Proof, rules: AuthorizationRules, origin: string): Refusal | undefined {
  switch (proof) {
    case "missing":
      return refusal(401, "Authorization is needed: send a bearer token", rules, origin, { scope: SCOPES.join(" ") });
    case "invalid":
      return refusal(401, "The bearer token is not valid here", rules, origin, {
        error: "invalid_token",
        error_description: "unknown, expired, or for another audience",
      });
    case "unavailable":
      return {
        status: 503,
        code: SERVER_ERROR,
        message: "The keys to judge the bearer token by could not be had; try again",
        headers: { "retry-after": "5" },
      };
    default:
      return proof.scopes.has("coldroute:read") ? undefined : insufficientScope(["coldroute:read"], rules, origin);
  }
}

/** The refusal of a token without `needed` (RFC 6750, 3.1): names all the scopes that the request takes. */
export function insufficientScope(needed: readonly Scope[], rules: AuthorizationRules, origin: string): Refusal {
  const scope = needed.join(" ");
  return refusal(403, `The bearer token lacks a scope: this takes ${scope}`, rules, origin, {
    error: "insufficient_scope",
    scope,
  });
}

/** The metadata of this protected resource (RFC 9728, 2), or `undefined` where no authorization server is known. */
export function resourceMetadata(rules: AuthorizationRules, origin: string): Record<string, unknown> | undefined {
  if (rules.kind !== "jwt") return undefined;
  return {
    resource: resourceIdentifier(rules.audience, origin),
    authorization_servers: [rules.issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "coldroute",
  };
}

/** The audience where it names this very host: clients ask the authorization server for a token for what is said here. */
function resourceIdentifier(audience: string, origin: string): string {
  const isHere = URL.canParse(audience) && new URL(audience).host === new URL(origin).host;
  return isHere ? audience : `${origin}${RESOURCE_PATH}`;
}

function refusal(
  status: 401 | 403,
  message: string,
  rules: AuthorizationRules,
  origin: string,
  parameters: HeaderList,
): Refusal {
  const where =
    rules.kind === "jwt" ? { resource_metadata: `${origin}${METADATA_PATH}${RESOURCE_PATH}` } : ({} as HeaderList);
  const listed = Object.entries({ ...parameters, ...where }).map(([name, value]) => `${name}="${value}"`);
  const challenge = ["Bearer", listed.join(", ")].filter((part) => part !== "").join(" ");
  return { status, code: SERVER_ERROR, message, headers: { "www-authenticate": challenge } };
}
