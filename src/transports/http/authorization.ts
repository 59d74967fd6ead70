import { createHash, timingSafeEqual } from "node:crypto";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import type { AuthorizationRules, NamedToken } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { refusal } from "./answers.ts";
import { type Judge, type Principal, type Proof, SCOPES, type Scope } from "./caller.ts";

/** The metadata of this protected resource (RFC 9728, 3.1) is here, and here with the resource's path after it. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";
const RESOURCE_PATH = "/mcp";

const ANYONE: Principal = { id: "anyone", scopes: new Set(SCOPES) };

/** Who may call what. */
export interface Authorization {
  /** Who sends a request, or the answer that turns it away. */
  admit(request: Request): Promise<Principal | Response>;
  /** Turns away a call that takes both scopes. */
  refuseForScope(request: Request): Response;
  /** RFC 9728, 2; `undefined` where there is no authorization server. */
  metadata(request: Request): object | undefined;
}

/** Nobody can tell whether a token is valid. */
class KeysUnavailable extends Error {}

/** Authorization by `rules`. */
export async function authorizationBy(
  rules: AuthorizationRules,
  parts: { readonly clock: Clock; readonly log: Log },
): Promise<Authorization> {
  const judge = await judgeOf(rules, parts);
  const verifier: OAuthTokenVerifier = { verifyAccessToken: async (token) => infoOf(await judge(token)) };
  const challenge = (request: Request, error: unknown, scopes: readonly Scope[]): Response => {
    const where = `${originOf(request)}${METADATA_PATH}${RESOURCE_PATH}`;
    const metadata = rules.kind === "jwt" ? { resourceMetadataUrl: where } : {};
    return bearerAuthChallengeResponse(error, { requiredScopes: [...scopes], ...metadata });
  };
  return {
    admit: async (request) => {
      if (rules.kind === "none") return ANYONE;
      try {
        const header = request.headers.get("authorization") ?? undefined;
        const { extra } = await verifyBearerToken(header, { verifier, requiredScopes: ["coldroute:read"] });
        return extra?.["principal"] as Principal;
      } catch (error) {
        if (error instanceof KeysUnavailable) return refusal(503, "The issuer's keys could not be had; try again", 5);
        const isLacking = error instanceof OAuthError && error.code === OAuthErrorCode.InsufficientScope;
        return challenge(request, error, isLacking ? ["coldroute:read"] : SCOPES);
      }
    },
    refuseForScope: (request) =>
      challenge(request, new OAuthError(OAuthErrorCode.InsufficientScope, "The token lacks a scope"), SCOPES),
    metadata: (request) =>
      rules.kind !== "jwt"
        ? undefined
        : {
            resource: resourceIdentifier(rules.audience, originOf(request)),
            authorization_servers: [rules.issuer],
            scopes_supported: SCOPES,
            bearer_methods_supported: ["header"],
            resource_name: "coldroute",
          },
  };
}

async function judgeOf(rules: AuthorizationRules, parts: { readonly clock: Clock; readonly log: Log }): Promise<Judge> {
  if (rules.kind === "jwt") return (await import("./jwt.ts")).jwtJudge({ ...parts, rules });
  const find = staticTokens(rules.kind === "tokens" ? rules.tokens() : []);
  return async (token) => find(token) ?? "invalid";
}

/** A proof as the SDK takes it. The token goes no further, and its expiry has been judged. */
function infoOf(proof: Proof): AuthInfo {
  if (proof === "unavailable") throw new KeysUnavailable();
  if (proof === "invalid")
    throw new OAuthError(OAuthErrorCode.InvalidToken, "unknown, expired, or for another audience");
  const { id, scopes } = proof;
  const extra = { principal: proof };
  return { token: "", clientId: id, scopes: [...scopes], expiresAt: Number.POSITIVE_INFINITY, extra };
}

/** Whose token it is. Every token of the list is compared with, in constant time, so that the time taken tells nothing. */
function staticTokens(tokens: readonly NamedToken[]): (token: string) => Principal | undefined {
  const scopes = new Set(SCOPES);
  const known = tokens.map(({ name, token }) => {
    const hash = digest(token);
    const principal = name === undefined ? { id: `token ${hash.toString("hex")}` } : { id: `named ${name}`, name };
    return { hash, principal: { ...principal, scopes } };
  });
  return (token) => {
    const sent = digest(token);
    let found: Principal | undefined;
    for (const { hash, principal } of known) if (timingSafeEqual(hash, sent)) found = principal;
    return found;
  };
}

/** Of equal length whatever the token's is, as the comparison needs it. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** This server as its client names it. A proxy that took off the encryption says so, the first of a chain first. */
function originOf(request: Request): string {
  const scheme = /^https(?: *,|$)/i.test(request.headers.get("x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}

/** The audience where it names this very host: clients ask the authorization server for a token for what is said here. */
function resourceIdentifier(audience: string, origin: string): string {
  const isHere = URL.canParse(audience) && new URL(audience).host === new URL(origin).host;
  return isHere ? audience : `${origin}${RESOURCE_PATH}`;
}
