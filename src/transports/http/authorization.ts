import { TOKEN_SCOPES, type TokenScope } from "../../config/token-entry.ts";
import type { HttpOptions } from "./options.ts";
import type { Principal, TokenCheck } from "./principal.ts";
import { originOf } from "./proxies.ts";
import { refusal } from "./refusals.ts";
import { METADATA_PATH, PATHS } from "./route.ts";
import { tokenChecker } from "./tokens.ts";

const RETRY_AFTER_KEYS_S = 5;
/** RFC 6750, 2.1. The scheme is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
/** The scopes that an MCP client should request (G-http). */
const CLIENT_SCOPES: readonly TokenScope[] = ["read", "plan"];
const ANYONE: Principal = { id: "anyone", scopes: new Set(TOKEN_SCOPES) };
/** Some clients take a bare 401 for an OAuth server and try to log in there. */
const ASK_OPERATOR = "Send a bearer token from the operator of this server; there is no OAuth login here";

/** Why a request lacks the authority for what it asks, in words for the log, and the answer that says so. */
export interface Denial {
  readonly response: Response;
  readonly reason: string;
}

export interface Authorization {
  admit(request: Request, scope: TokenScope): Promise<Principal | Denial>;
  denyPlan(request: Request): Denial;
  /** RFC 9728, 2; undefined without an authorization server. */
  metadata(request: Request): object | undefined;
  /** Rereads the token file; false without one. */
  reload(): boolean;
}

export async function authorizationBy(options: HttpOptions): Promise<Authorization> {
  const rules = options.config.authorization;
  const tokens = "variable" in rules ? await tokenChecker(rules, options) : undefined;
  const check: TokenCheck | undefined =
    rules.kind === "jwt" ? (await import("./jwt.ts")).jwtCheck(rules, options) : tokens?.check;
  /** RFC 6750, 3. A request without a token gets no error code (3.1). */
  const challenge = (request: Request, message: string, scopes: readonly TokenScope[], error?: string): Response => {
    const response = refusal(error === "insufficient_scope" ? 403 : 401, message);
    const members = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      `scope="${scopeNames(scopes).join(" ")}"`,
      ...(rules.kind === "jwt" ? [`resource_metadata="${originOf(request)}${METADATA_PATH}"`] : []),
    ];
    response.headers.set("www-authenticate", `Bearer ${members.join(", ")}`);
    return response;
  };
  const denyScope = (request: Request, missing: TokenScope, wanted: readonly TokenScope[]): Denial => {
    const response = challenge(request, "The token lacks a scope", wanted, "insufficient_scope");
    return { response, reason: `no scope coldroute:${missing}` };
  };
  return {
    async admit(request, scope) {
      if (check === undefined) return ANYONE;
      const wanted = scope === "metrics" ? [scope] : CLIENT_SCOPES;
      const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
      if (token === undefined) {
        const message = rules.kind === "jwt" ? "Send a bearer token" : ASK_OPERATOR;
        return { response: challenge(request, message, wanted), reason: "no bearer token" };
      }
      const checked = await check(token);
      if (checked === "unavailable") {
        const message = "The issuer's keys are unavailable; try again";
        return { response: refusal(503, message, { retryAfterS: RETRY_AFTER_KEYS_S }), reason: "no keys" };
      }
      if ("flaw" in checked) {
        const message = "The token is unknown, has expired or is for another audience";
        return { response: challenge(request, message, wanted, "invalid_token"), reason: checked.flaw };
      }
      return checked.scopes.has(scope) ? checked : denyScope(request, scope, [scope]);
    },
    denyPlan: (request) => denyScope(request, "plan", CLIENT_SCOPES),
    metadata(request) {
      if (rules.kind !== "jwt") return undefined;
      return {
        resource: resourceOf(rules.audience, originOf(request)),
        authorization_servers: [rules.issuer],
        scopes_supported: scopeNames(CLIENT_SCOPES),
        bearer_methods_supported: ["header"],
        resource_name: "coldroute",
      };
    },
    reload() {
      if (rules.kind === "token file") void tokens?.read();
      return rules.kind === "token file";
    },
  };
}

function scopeNames(scopes: readonly TokenScope[]): readonly string[] {
  return scopes.map((scope) => `coldroute:${scope}`);
}

/** The resource for which clients request a token: the audience if it names this host, or else the URL of `/mcp`. */
function resourceOf(audience: string, origin: string): string {
  const isHere = URL.canParse(audience) && new URL(audience).host === new URL(origin).host;
  return isHere ? audience : `${origin}${PATHS.mcp}`;
}
