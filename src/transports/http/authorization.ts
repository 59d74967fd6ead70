import { createHash, timingSafeEqual } from "node:crypto";
import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { AuthorizationRules, NamedToken } from "../../config/http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { type Principal, type Proof, SCOPES } from "./caller.ts";
import { refusal } from "./refusals.ts";

/** The path of this resource's metadata (RFC 9728, 3.1), with or without the resource's path after it. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";
const RESOURCE_PATH = "/mcp";
const RETRY_AFTER_KEYS_S = 5;
/** An Authorization header (RFC 6750, 2.1). The scheme's name is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const ANYONE: Principal = { id: "anyone", scopes: new Set(SCOPES) };

/** The decision about callers and their calls. */
export interface Authorization {
  /** The caller of a request, or the answer that refuses it. */
  admit(request: Request): Promise<Principal | Response>;
  /** Refuses a call that needs both scopes. */
  refuseForScope(request: Request): Response;
  /** The metadata (RFC 9728, 2). `undefined` without an authorization server. */
  metadata(request: Request): object | undefined;
}

/** Authorization by `rules`. */
export async function authorizationBy(
  rules: AuthorizationRules,
  parts: { readonly clock: Clock; readonly log: Log },
): Promise<Authorization> {
  const judge =
    rules.kind === "jwt"
      ? (await import("./jwt.ts")).jwtJudge({ ...parts, rules })
      : staticTokens(rules.kind === "tokens" ? rules.tokens() : []);
  const challenge = (request: Request, code: OAuthErrorCode, why: string, scopes: readonly string[]): Response => {
    const resourceMetadataUrl = `${originOf(request)}${METADATA_PATH}${RESOURCE_PATH}`;
    const options = { requiredScopes: [...scopes], ...(rules.kind === "jwt" && { resourceMetadataUrl }) };
    return bearerAuthChallengeResponse(new OAuthError(code, why), options);
  };
  const { InvalidToken, InsufficientScope } = OAuthErrorCode;
  return {
    admit: async (request) => {
      if (rules.kind === "none") return ANYONE;
      const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
      if (token === undefined) return challenge(request, InvalidToken, "Send a bearer token", SCOPES);
      const proof = await judge(token);
      if (proof === "unavailable")
        return refusal(503, "The issuer's keys could not be had; try again", { retryAfterS: RETRY_AFTER_KEYS_S });
      if (proof === "invalid")
        return challenge(request, InvalidToken, "The token is unknown, has expired or is for another audience", SCOPES);
      if (proof.scopes.has("coldroute:read")) return proof;
      return challenge(request, InsufficientScope, "The token lacks a scope", ["coldroute:read"]);
    },
    refuseForScope: (request) => challenge(request, InsufficientScope, "The token lacks a scope", SCOPES),
    metadata: (request) =>
      rules.kind !== "jwt"
        ? undefined
        : {
            resource: resourceOf(rules.audience, originOf(request)),
            authorization_servers: [rules.issuer],
            scopes_supported: SCOPES,
            bearer_methods_supported: ["header"],
            resource_name: "coldroute",
          },
  };
}

/** Checks tokens against a list. It compares with every token in constant time, so that its time tells nothing. */
function staticTokens(tokens: readonly NamedToken[]): (token: string) => Promise<Proof> {
  const scopes = new Set(SCOPES);
  const known = tokens.map(({ name, token }) => {
    const hash = digest(token);
    const principal = name === undefined ? { id: `token ${hash.toString("hex")}` } : { id: `named ${name}`, name };
    return { hash, principal: { ...principal, scopes } };
  });
  return async (token) => {
    const sent = digest(token);
    const found = known.map(({ hash, principal }) => (timingSafeEqual(hash, sent) ? principal : undefined));
    return found.find((principal) => principal !== undefined) ?? "invalid";
  };
}

/** Hashes have equal lengths, as the comparison needs. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** This server's URL as its client sees it. A proxy that ends TLS names the scheme; the first of a chain counts. */
function originOf(request: Request): string {
  const scheme = /^https(?: *,|$)/i.test(request.headers.get("x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}

/** The audience where it names this host. Clients ask the authorization server for a token for this URL. */
function resourceOf(audience: string, origin: string): string {
  const isHere = URL.canParse(audience) && new URL(audience).host === new URL(origin).host;
  return isHere ? audience : `${origin}${RESOURCE_PATH}`;
}
