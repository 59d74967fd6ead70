import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";
import { callOf, post, type Settings, startServer } from "./running.ts";

export const AUDIENCE = "https://coldroute.example/mcp";
const CLIENTS = ["agent", "other-agent"];
const SCOPES = "coldroute:read coldroute:plan coldroute:metrics";
const TOKEN_LIFE_S = 600;

async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
}

/** Keys are slow to make, so a process makes each once. */
const KEYS = new Map<string, ReturnType<typeof newKey>>();

function keyOf(kid: string): ReturnType<typeof newKey> {
  const key = KEYS.get(kid) ?? newKey(kid);
  KEYS.set(kid, key);
  return key;
}

/** An empty store: the tokens hold everything that the tests need. The provider's own store prints warnings. */
class NoStore {
  async upsert(): Promise<void> {
    await Promise.resolve();
  }
  find = this.upsert;
  findByUid = this.upsert;
  consume = this.upsert;
  destroy = this.upsert;
  revokeByGrantId = this.upsert;
}

async function provider(issuer: string, kids: readonly string[]) {
  return new Provider(issuer, {
    clients: CLIENTS.map((id) => ({
      client_id: id,
      client_secret: `secret of ${id}`,
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_post",
    })),
    adapter: NoStore,
    ttl: { ClientCredentials: TOKEN_LIFE_S },
    cookies: { keys: ["for tests"] },
    jwks: { keys: await Promise.all(kids.map(keyOf)) },
    scopes: SCOPES.split(" "),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          // A loopback server has a new port each time, so its tokens name its public address.
          audience: new URL(resource).hostname === "127.0.0.1" ? AUDIENCE : resource,
          scope: SCOPES,
          accessTokenFormat: "jwt",
          accessTokenTTL: TOKEN_LIFE_S,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
}

/** A real OAuth 2.1 authorization server on loopback. Closed after the test. */
export async function startAuthorizationServer() {
  const outOfOrder: RequestListener = (_, response) => response.writeHead(503).end();
  let listener = outOfOrder;
  let fetches = 0;
  const server = createServer((request, response) => {
    if (request.url === "/jwks") fetches += 1;
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, "close");
  };
  onTestFinished(close);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwksUrl = `${issuer}/jwks`;
  /** Signs with the first of these keys from now on, and publishes all of them. */
  const rotate = async (...kids: readonly string[]): Promise<void> => {
    listener = (await provider(issuer, kids)).callback();
  };
  await rotate("first");
  return {
    issuer,
    environment: {
      COLDROUTE_HTTP_ISSUER: issuer,
      COLDROUTE_HTTP_AUDIENCE: AUDIENCE,
      COLDROUTE_HTTP_JWKS_URL: jwksUrl,
    },
    rotate,
    /** Answers every request with 503, until keys are rotated. */
    breakDown: (): void => {
      listener = outOfOrder;
    },
    /** How many times the keys were fetched. */
    fetches: () => fetches,
    close,
    /** An access token of a person who uses `client`, as a log-in grants it. */
    tokenOfPerson: async (sub: string | undefined, client: string): Promise<string> =>
      new SignJWT({ client_id: client, scope: SCOPES, ...(sub && { sub }) })
        .setProtectedHeader({ alg: "RS256", kid: "first", typ: "at+jwt" })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setExpirationTime(`${TOKEN_LIFE_S}s`)
        .sign(await importJWK(await keyOf("first"))),
    /** An access token by the client-credentials grant. */
    token: async ({ scope = SCOPES, audience = AUDIENCE, client = "agent" } = {}): Promise<string> => {
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: client,
          client_secret: `secret of ${client}`,
          resource: audience,
          scope,
        }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
  };
}

/**
 * An authorization server, a coldroute server that accepts its tokens, and a call with a token. Closed after the test.
 */
export async function startProtected(settings: Settings = {}, environment: Readonly<Record<string, string>> = {}) {
  const issuer = await startAuthorizationServer();
  const server = await startServer({ ...settings, environment: { ...issuer.environment, ...environment } });
  const ask = (token: string): Promise<Response> => post(server.url, callOf(1), { authorization: `Bearer ${token}` });
  return { issuer, server, ask };
}
