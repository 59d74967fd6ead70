import { createHash, timingSafeEqual } from "node:crypto";
import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { AuthorizationRules } from "../../config/http-config.ts";
import type { TokenEntry } from "../../config/token-entry.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { ALL_SCOPES, METRICS_SCOPE, type Principal, type Proof, SCOPES, type Scope } from "./caller.ts";
import { refusal } from "./refusals.ts";
import { tokenFile } from "./token-file.ts";

/** The path of this resource's metadata (RFC 9728, 3.1), with or without the resource's path after it. */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";
const RESOURCE_PATH = "/mcp";
const RETRY_AFTER_KEYS_S = 5;
/** An Authorization header (RFC 6750, 2.1). The scheme's name is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const ANYONE: Principal = { id: "anyone", scopes: new Set(ALL_SCOPES) };

/** A refused request: its answer, and the reason for the log. */
export interface Rejected {
  readonly response: Response;
  readonly reason: string;
}

/** The decision about callers and their calls. */
export interface Authorization {
  /** The caller of a request that needs `scope`. */
  admit(request: Request, scope: Scope): Promise<Principal | Rejected>;
  /** Refuses a call that needs both scopes of a client. */
  refuseForScope(request: Request): Rejected;
  /** The metadata (RFC 9728, 2). `undefined` without an authorization server. */
  metadata(request: Request): object | undefined;
  /** Reads the tokens of a file again. False where there is no file. */
  reload(): boolean;
}

export interface AuthorizationParts {
  readonly clock: Clock;
  readonly log: Log;
  /** The fewest characters of a token in a file. */
  readonly leastTokenChars: number;
}

/** Authorization by `rules`. */
export async function authorizationBy(rules: AuthorizationRules, parts: AuthorizationParts): Promise<Authorization> {
  const file = rules.kind === "token file" ? await tokenFile({ ...parts, path: rules.path }) : undefined;
  const judge =
    rules.kind === "jwt"
      ? (await import("./jwt.ts")).jwtJudge({ ...parts, rules })
      : staticTokens(async () => (rules.kind === "tokens" ? rules.tokens() : ((await file?.entries()) ?? [])));
  const metadataUrlOf = (request: Request): { resourceMetadataUrl?: string } =>
    rules.kind === "jwt" ? { resourceMetadataUrl: `${originOf(request)}${METADATA_PATH}${RESOURCE_PATH}` } : {};
  const challenge = (request: Request, code: OAuthErrorCode, why: string, requiredScopes: string[]): Response =>
    bearerAuthChallengeResponse(new OAuthError(code, why), { requiredScopes, ...metadataUrlOf(request) });
  const { InvalidToken, InsufficientScope } = OAuthErrorCode;
  const askForToken = (request: Request, scopes: readonly string[]): Response => {
    const { resourceMetadataUrl: url } = metadataUrlOf(request);
    const response = refusal(401, "Send a bearer token");
    // Without a token there is no error to name (RFC 6750, 3.1).
    response.headers.set(
      "www-authenticate",
      `Bearer scope="${scopes.join(" ")}"${url ? `, resource_metadata="${url}"` : ""}`,
    );
    return response;
  };
  return {
    admit: async (request, scope) => {
      if (rules.kind === "none") return ANYONE;
      const wanted = scope === METRICS_SCOPE ? [METRICS_SCOPE] : [...SCOPES];
      const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
      if (token === undefined) return { response: askForToken(request, wanted), reason: "no bearer token" };
      const proof = await judge(token);
      if (proof === "unavailable") {
        const why = "The issuer's keys could not be had; try again";
        return { response: refusal(503, why, { retryAfterS: RETRY_AFTER_KEYS_S }), reason: "no keys" };
      }
      if ("refused" in proof) {
        const why = "The token is unknown, has expired or is for another audience";
        return { response: challenge(request, InvalidToken, why, wanted), reason: proof.refused };
      }
      if (proof.scopes.has(scope)) return proof;
      const response = challenge(request, InsufficientScope, "The token lacks a scope", [scope]);
      return { response, reason: `no scope ${scope}` };
    },
    refuseForScope: (request) => ({
      response: challenge(request, InsufficientScope, "The token lacks a scope", [...SCOPES]),
      reason: "no scope coldroute:plan",
    }),
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
    reload: () => {
      void file?.read();
      return file !== undefined;
    },
  };
}

/** Checks tokens against a list. It compares with every token in constant time, so that its time tells nothing. */
function staticTokens(entries: () => Promise<readonly TokenEntry[]>): (token: string) => Promise<Proof> {
  let known: ReturnType<typeof hashed> = [];
  let of: readonly TokenEntry[] | undefined;
  return async (token) => {
    const now = await entries();
    if (now !== of) known = hashed(now);
    of = now;
    const sent = digest(token);
    const found = known.map(({ hash, principal }) => (timingSafeEqual(hash, sent) ? principal : undefined));
    return found.find((principal) => principal !== undefined) ?? { refused: "unknown token" };
  };
}

function hashed(entries: readonly TokenEntry[]): readonly { readonly hash: Buffer; readonly principal: Principal }[] {
  return entries.map(({ name, token, scopes: words }) => {
    const hash = digest(token);
    const scopes = new Set(ALL_SCOPES.filter((scope) => words.some((word) => scope === `coldroute:${word}`)));
    const id = name === undefined ? `token ${hash.toString("hex")}` : `named ${name}`;
    return { hash, principal: { id, scopes, ...(name !== undefined && { name }) } };
  });
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
