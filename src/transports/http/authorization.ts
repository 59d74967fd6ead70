import { TOKEN_SCOPES, type TokenScope } from "../../config/token-entry.ts";
import type { HttpOptions } from "./options.ts";
import type { Principal } from "./principal.ts";
import { refusal } from "./refusals.ts";
import { tokenJudge } from "./tokens.ts";

const METADATA_PATH = "/.well-known/oauth-protected-resource";
const RESOURCE_PATH = "/mcp";
/** The paths of this resource's metadata (RFC 9728, 3.1), without and with the resource's path after it. */
export const METADATA_PATHS = [METADATA_PATH, `${METADATA_PATH}${RESOURCE_PATH}`];
const RETRY_AFTER_KEYS_S = 5;
/** An Authorization header (RFC 6750, 2.1). The scheme's name is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The scopes that an MCP client asks for: to ask, and to create plans (G-http). */
const CLIENT_SCOPES: readonly TokenScope[] = ["read", "plan"];

const ANYONE: Principal = { id: "anyone", scopes: new Set(TOKEN_SCOPES) };

/** A refused request: its answer, and the reason for the log. */
export interface Rejected {
  readonly response: Response;
  readonly reason: string;
}

export type Authorization = Awaited<ReturnType<typeof authorizationBy>>;

/** Decides about callers and their calls by the rules of the configuration. */
export async function authorizationBy(options: HttpOptions) {
  const rules = options.config.authorization;
  const tokens = "variable" in rules ? await tokenJudge(rules, options) : undefined;
  const judge = rules.kind === "jwt" ? (await import("./jwt.ts")).jwtJudge(rules, options) : tokens?.judge;
  /** A refusal with its challenge (RFC 6750, 3). Without a token there is no error to name (3.1). */
  const challenge = (request: Request, message: string, scopes: readonly TokenScope[], error?: string): Response => {
    const response = refusal(error === "insufficient_scope" ? 403 : 401, message);
    const scope = scopes.map((each) => `coldroute:${each}`).join(" ");
    const members = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      `scope="${scope}"`,
      ...(rules.kind === "jwt" ? [`resource_metadata="${originOf(request)}${METADATA_PATH}${RESOURCE_PATH}"`] : []),
    ];
    response.headers.set("www-authenticate", `Bearer ${members.join(", ")}`);
    return response;
  };
  /** Refuses a call whose token lacks `missing`; the challenge names all that the client should ask for. */
  const refuseForScope = (
    request: Request,
    missing: TokenScope,
    wanted: readonly TokenScope[] = [missing],
  ): Rejected => {
    const response = challenge(request, "The token lacks a scope", wanted, "insufficient_scope");
    return { response, reason: `no scope coldroute:${missing}` };
  };
  return {
    /** The caller of a request that needs `scope`. */
    admit: async (request: Request, scope: TokenScope): Promise<Principal | Rejected> => {
      if (judge === undefined) return ANYONE;
      const wanted = scope === "metrics" ? [scope] : CLIENT_SCOPES;
      const token = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
      if (token === undefined)
        return { response: challenge(request, "Send a bearer token", wanted), reason: "no bearer token" };
      const proof = await judge(token);
      if (proof === "unavailable") {
        const why = "The issuer's keys are unavailable; try again";
        return { response: refusal(503, why, { retryAfterS: RETRY_AFTER_KEYS_S }), reason: "no keys" };
      }
      if ("refused" in proof) {
        const why = "The token is unknown, has expired or is for another audience";
        return { response: challenge(request, why, wanted, "invalid_token"), reason: proof.refused };
      }
      return proof.scopes.has(scope) ? proof : refuseForScope(request, scope);
    },
    /** Refuses a call that creates plans. */
    refusePlan: (request: Request): Rejected => refuseForScope(request, "plan", CLIENT_SCOPES),
    /** The metadata (RFC 9728, 2). `undefined` without an authorization server. */
    metadata: (request: Request): object | undefined =>
      rules.kind !== "jwt"
        ? undefined
        : {
            resource: resourceOf(rules.audience, originOf(request)),
            authorization_servers: [rules.issuer],
            scopes_supported: CLIENT_SCOPES.map((scope) => `coldroute:${scope}`),
            bearer_methods_supported: ["header"],
            resource_name: "coldroute",
          },
    /** Reads the tokens of a file again. False where there is no file. */
    reload: (): boolean => {
      if (rules.kind === "token file") void tokens?.read();
      return rules.kind === "token file";
    },
  };
}

/** This server's URL as its client sees it. A proxy that ends TLS names the scheme: the first of a chain is right. */
function originOf(request: Request): string {
  const scheme = /^https(?: *,|$)/i.test(request.headers.get("x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${new URL(request.url).host}`;
}

/** The URL that clients ask the authorization server to give a token for: the audience, where it names this host. */
function resourceOf(audience: string, origin: string): string {
  const isHere = URL.canParse(audience) && new URL(audience).host === new URL(origin).host;
  return isHere ? audience : `${origin}${RESOURCE_PATH}`;
}
