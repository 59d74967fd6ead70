import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { decodeJwt, decodeProtectedHeader, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUDIENCE, startAuthorizationServer, startProtected } from "./authorization-server.ts";
import { callOf, connect, errorOf, openSession, post, startServer } from "./running.ts";

/** A session is looked for only once the token is taken. */
const TAKEN = 404;

describe("a token of the authorization server", () => {
  test("serves the official client", async () => {
    const { issuer, server } = await startProtected();
    const token = await issuer.token();
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: "at+jwt", kid: "first" });
    const { client } = await connect(server.url, token);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look", "make"]);
    expect(await client.callTool({ name: "make" })).toMatchObject({ content: [{ text: "done" }] });
  });

  test("is taken until it has expired", async () => {
    const { issuer, server, ask } = await startProtected();
    const token = await issuer.token();
    expect((await ask(token)).status).toBe(TAKEN);
    server.clock.advance(601_000 + 5_000);
    const late = await ask(token);
    expect(late.status).toBe(401);
    expect(late.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("for another audience is refused", async () => {
    const { issuer, ask } = await startProtected();
    const response = await ask(await issuer.token({ audience: "https://elsewhere.example/mcp" }));
    expect(response.status).toBe(401);
  });

  test("of another issuer is refused, be its keys the same", async () => {
    const { issuer } = await startProtected();
    const environment = { ...issuer.environment, COLDROUTE_HTTP_ISSUER: `${issuer.issuer}/other` };
    const server = await startServer({ environment });
    const response = await post(server.url, callOf(1), { authorization: `Bearer ${await issuer.token()}` });
    expect(response.status).toBe(401);
  });

  test("opens sessions that another client's token does not reach", async () => {
    const { issuer, server } = await startProtected();
    const session = await openSession(server.url, { authorization: `Bearer ${await issuer.token()}` });
    const again = { ...session, authorization: `Bearer ${await issuer.token()}` };
    expect((await post(server.url, callOf(1), again)).status).toBe(200);
    const other = { ...session, authorization: `Bearer ${await issuer.token({ client: "other-agent" })}` };
    const response = await post(server.url, callOf(2), other);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toEqual({ code: -32001, message: "Session not found" });
  });
});

describe("the issuer's keys", () => {
  test("may be rotated at any time", async () => {
    const { issuer, ask } = await startProtected();
    const old = await issuer.token();
    expect((await ask(old)).status).toBe(TAKEN);
    await issuer.rotate("second", "first");
    const fresh = await issuer.token();
    expect(decodeProtectedHeader(fresh).kid).toBe("second");
    expect((await ask(fresh)).status).toBe(TAKEN);
    expect((await ask(old)).status).toBe(TAKEN);
  });

  test("are forgotten once they are withdrawn", async () => {
    const { issuer, ask } = await startProtected();
    const old = await issuer.token();
    expect((await ask(old)).status).toBe(TAKEN);
    await issuer.rotate("second");
    expect((await ask(await issuer.token())).status).toBe(TAKEN);
    expect((await ask(old)).status).toBe(401);
  });

  test("are not asked for at the pleasure of whoever makes up key ids, nor is a new key called wrong for it", async () => {
    const { issuer, server, ask } = await startProtected();
    // A key takes a while to make, in which the server might ask once more than at once.
    await issuer.rotate("second");
    await issuer.rotate("first");
    const { privateKey } = await generateKeyPair("ES256");
    const madeUp = (kid: number) =>
      new SignJWT({}).setProtectedHeader({ alg: "ES256", kid: `${kid}` }).sign(privateKey);
    expect((await ask(await madeUp(0))).status).toBe(401);
    for (let kid = 1; kid < 20; kid += 1) await ask(await madeUp(kid));
    expect(issuer.keysAsked()).toBeLessThanOrEqual(5);
    expect((await ask(await issuer.token())).status).toBe(TAKEN);
    expect((await ask(await madeUp(0))).status).toBe(401);
    await issuer.rotate("second");
    const early = await ask(await issuer.token());
    expect(early.status).toBe(503);
    expect(early.headers.get("retry-after")).toMatch(/^\d+$/);
    server.clock.advance(12_000);
    expect((await ask(await issuer.token())).status).toBe(TAKEN);
  });

  test("that were asked for long ago are asked for again", async () => {
    const { issuer, server, ask } = await startProtected();
    const asked = await issuer.token();
    await issuer.rotate("second");
    expect((await ask(asked)).status).toBe(401);
    const { privateKey } = await generateKeyPair("ES256");
    server.clock.advance(60_000);
    for (let kid = 0; kid < 20; kid += 1) {
      await ask(await new SignJWT({}).setProtectedHeader({ alg: "ES256", kid: `${kid}` }).sign(privateKey));
    }
    await issuer.rotate("second", "first");
    expect((await ask(asked)).status).toBe(503);
    server.clock.advance(12_000);
    expect((await ask(asked)).status).toBe(TAKEN);
  });

  test("that cannot be had make the server unavailable, not the token invalid", async () => {
    const { issuer, ask } = await startProtected();
    const token = await issuer.token();
    await issuer.close();
    const response = await ask(token);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    await errorOf(response);
  });

  test("are had as soon as the issuer is back, however often they could not be", async () => {
    const { issuer, server, ask } = await startProtected();
    const token = await issuer.token();
    issuer.breakDown();
    for (let count = 0; count < 20; count += 1) {
      expect((await ask(token)).status).toBe(503);
      if (count % 2 === 0) server.clock.advance(1_000);
    }
    expect(issuer.keysAsked()).toBeLessThan(20);
    await issuer.rotate("first");
    server.clock.advance(1_000);
    expect((await ask(token)).status).toBe(TAKEN);
  });

  test("are good for a while when the issuer is out of reach", async () => {
    const { issuer, ask } = await startProtected();
    const token = await issuer.token();
    expect((await ask(token)).status).toBe(TAKEN);
    await issuer.close();
    expect((await ask(token)).status).toBe(TAKEN);
    const { privateKey } = await generateKeyPair("ES256");
    const unknown = await new SignJWT({}).setProtectedHeader({ alg: "ES256", kid: "new" }).sign(privateKey);
    expect((await ask(unknown)).status).toBe(503);
  });
});

describe("a forged token", () => {
  test.each([
    ["signed by nobody", async (payload: string) => `${btoa('{"alg":"none"}')}.${payload}.`],
    [
      "signed with the public key as a secret",
      async (payload: string) => {
        const { publicKey } = await generateKeyPair("RS256", { extractable: true });
        const secret = new TextEncoder().encode(await exportSPKI(publicKey));
        const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
        return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(secret);
      },
    ],
    ["changed", async (payload: string, token: string) => token.replace(payload, `${payload.slice(0, -4)}AAAA`)],
    ["no JWT at all", async () => "a.b.c"],
  ])("%s is refused", async (_, forge) => {
    const { issuer, ask } = await startProtected();
    const token = await issuer.token();
    const forged = await forge(token.split(".")[1] ?? "", token);
    expect(forged).not.toBe(token);
    expect((await ask(forged)).status).toBe(401);
  });
});

describe("the metadata of the resource", () => {
  test("leads the official client to its token by itself", async () => {
    const { issuer, server } = await startProtected();
    const credentials = { clientId: "agent", clientSecret: "secret of agent", scope: "coldroute:read" };
    const authProvider = new ClientCredentialsProvider({ ...credentials, expectedIssuer: issuer.issuer });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("look");
    expect(decodeJwt(authProvider.tokens()?.access_token ?? "")).toMatchObject({ aud: AUDIENCE, client_id: "agent" });
  });

  test("is at the root and under the path, and open", async () => {
    const { issuer, server } = await startProtected();
    const documents = await Promise.all(
      ["", "/mcp"].map(async (path) => {
        const response = await fetch(server.at(`/.well-known/oauth-protected-resource${path}`));
        expect(response.status).toBe(200);
        return response.json();
      }),
    );
    for (const document of documents) {
      expect(document).toEqual({
        resource: server.url,
        authorization_servers: [issuer.issuer],
        scopes_supported: ["coldroute:read", "coldroute:plan"],
        bearer_methods_supported: ["header"],
        resource_name: "coldroute",
      });
    }
  });

  test("is where a request without a token is sent", async () => {
    const { server } = await startProtected();
    const response = await post(server.url, callOf(1));
    expect(response.status).toBe(401);
    const metadata = server.at("/.well-known/oauth-protected-resource/mcp");
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer scope="coldroute:read coldroute:plan", resource_metadata="${metadata}"`,
    );
    expect((await fetch(metadata)).status).toBe(200);
    await errorOf(response);
  });

  test.each(["https", "HTTPS, http"])(
    "names the audience where that is a URL of this very host, behind %s",
    async (proto) => {
      const issuer = await startAuthorizationServer();
      const server = await startServer({
        environment: {
          ...issuer.environment,
          COLDROUTE_HTTP_AUDIENCE: "https://mcp.example.com",
          COLDROUTE_HTTP_ALLOWED_HOSTS: "mcp.example.com",
        },
      });
      const { request } = await import("node:http");
      const body = await new Promise<string>((resolve) => {
        const url = server.at("/.well-known/oauth-protected-resource");
        request(url, { headers: { host: "mcp.example.com", "x-forwarded-proto": proto } }, (response) => {
          response.setEncoding("utf8").on("data", resolve);
        }).end();
      });
      expect(JSON.parse(body)).toMatchObject({ resource: "https://mcp.example.com" });
    },
  );
});

test("the token's audience is the one that is configured", async () => {
  const { issuer } = await startProtected();
  expect(decodeJwt(await issuer.token())).toMatchObject({ aud: AUDIENCE, client_id: "agent" });
});
