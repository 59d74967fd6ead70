import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { decodeJwt, decodeProtectedHeader, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUDIENCE, startAuthorizationServer, startProtected } from "./authorization-server.ts";
import { callOf, connect, deferred, errorOf, post, raw, startServer } from "./running.ts";

describe("a token of the authorization server", () => {
  test("serves the official client", async () => {
    const { issuer, server } = await startProtected();
    const token = await issuer.token();
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: "at+jwt", kid: "first" });
    const { client } = await connect(server.url, token);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look", "make"]);
    expect(await client.callTool({ name: "make" })).toMatchObject({ content: [{ text: "done" }] });
  });

  test("is accepted until it expires", async () => {
    const { issuer, server, ask } = await startProtected();
    const token = await issuer.token();
    expect((await ask(token)).status).toBe(200);
    server.clock.advance(601_000 + 5_000);
    const late = await ask(token);
    expect(late.status).toBe(401);
    expect(late.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("of another issuer is refused, even with the same keys", async () => {
    const { issuer } = await startProtected();
    const environment = { ...issuer.environment, COLDROUTE_HTTP_ISSUER: `${issuer.issuer}/other` };
    const server = await startServer({ environment });
    const response = await post(server.url, callOf(1), { authorization: `Bearer ${await issuer.token()}` });
    expect(response.status).toBe(401);
  });

  test("counts toward its person's limit, whatever the client; without a subject toward the client's", async () => {
    const { promise, resolve } = deferred();
    const { issuer, server } = await startProtected({ run: () => promise }, { COLDROUTE_HTTP_MAX_CALLS: "1" });
    const send = async (sub: string | undefined, client: string) =>
      post(server.url, callOf(1), { authorization: `Bearer ${await issuer.tokenOfPerson(sub, client)}` });
    const open = [await send("jo", "laptop")];
    expect((await send("jo", "phone")).status).toBe(429);
    open.push(await send("ann", "laptop"), await send(undefined, "laptop"));
    expect((await send(undefined, "laptop")).status).toBe(429);
    resolve("done");
    for (const call of open) expect(await call.text()).toContain("done");
  });
});

describe("the issuer's keys", () => {
  test("may be rotated at any time; withdrawn keys are no longer accepted", async () => {
    const { issuer, ask } = await startProtected();
    const statusOf = async (token: string): Promise<number> => (await ask(token)).status;
    const old = await issuer.token();
    expect(await statusOf(old)).toBe(200);
    await issuer.rotate("second", "first");
    const fresh = await issuer.token();
    expect(decodeProtectedHeader(fresh).kid).toBe("second");
    // An unknown key makes the server fetch the keys again, once a second.
    await expect.poll(() => statusOf(fresh)).toBe(200);
    expect(await statusOf(old)).toBe(200);
    await issuer.rotate("third");
    const latest = await issuer.token();
    await expect.poll(() => statusOf(latest)).toBe(200);
    expect(await statusOf(old)).toBe(401);
  });

  test("that cannot be fetched make the server unavailable, not the token invalid, and are asked once a second", async () => {
    const { issuer, server, ask } = await startProtected();
    const token = await issuer.token();
    issuer.breakDown();
    for (let count = 0; count < 5; count += 1) {
      const response = await ask(token);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      await errorOf(response);
    }
    expect(issuer.fetches()).toBe(1);
    await issuer.rotate("first");
    server.clock.advance(1_000);
    expect((await ask(token)).status).toBe(200);
    expect(issuer.fetches()).toBe(2);
  });

  test("are fetched at most once a second; a token that is malformed or meant for others is refused", async () => {
    const { issuer, ask } = await startProtected();
    const token = await issuer.token();
    const elsewhere = await issuer.token({ audience: "https://elsewhere.example/mcp" });
    const [, payload = ""] = token.split(".");
    const rubbish = [
      { alg: "RS256", typ: 7 },
      { alg: "RS256", typ: "logout+jwt" },
      { alg: "HS256" },
      { alg: "none" },
      { alg: { toString: "RS256" } },
    ].map((header) => `${btoa(JSON.stringify(header)).replaceAll("=", "")}.${payload}.AAAA`);
    for (const each of [...rubbish, elsewhere, "a.b.c"]) expect((await ask(each)).status).toBe(401);
    expect(issuer.fetches()).toBe(1);
  });

  test("stay valid for a while if the issuer is unreachable", async () => {
    const { issuer, ask } = await startProtected();
    const token = await issuer.token();
    expect((await ask(token)).status).toBe(200);
    await issuer.close();
    expect((await ask(token)).status).toBe(200);
  });
});

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
])("a forged token %s is refused", async (_, forge) => {
  const { issuer, ask } = await startProtected();
  const token = await issuer.token();
  const forged = await forge(token.split(".")[1] ?? "", token);
  expect(forged).not.toBe(token);
  expect((await ask(forged)).status).toBe(401);
});

describe("the resource's metadata", () => {
  test("leads the official client to a token", async () => {
    const { issuer, server } = await startProtected();
    const credentials = { clientId: "agent", clientSecret: "secret of agent", scope: "coldroute:read" };
    const authProvider = new ClientCredentialsProvider({ ...credentials, expectedIssuer: issuer.issuer });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("look");
    expect(decodeJwt(authProvider.tokens()?.access_token ?? "")).toMatchObject({ aud: AUDIENCE, client_id: "agent" });
  });

  test("is served at the root and under the path, without a token", async () => {
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

  test("is named in the refusal of a request without a token", async () => {
    const { server } = await startProtected();
    const response = await post(server.url, callOf(1));
    expect(response.status).toBe(401);
    const metadata = server.at("/.well-known/oauth-protected-resource/mcp");
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer scope="coldroute:read coldroute:plan", resource_metadata="${metadata}"`,
    );
    expect((await fetch(metadata)).status).toBe(200);
  });

  test.each(["https", "HTTPS, http"])(
    "names the audience if the audience is a URL of this host, behind %s",
    async (proto) => {
      const issuer = await startAuthorizationServer();
      const server = await startServer({
        environment: {
          ...issuer.environment,
          COLDROUTE_HTTP_AUDIENCE: "https://mcp.example.com",
          COLDROUTE_HTTP_ALLOWED_HOSTS: "mcp.example.com",
        },
      });
      const headers = `host: mcp.example.com\r\nx-forwarded-proto: ${proto}\r\nconnection: close`;
      const asked = raw(server.url, `GET /.well-known/oauth-protected-resource HTTP/1.1\r\n${headers}\r\n\r\n`);
      expect(await asked).toContain('"resource":"https://mcp.example.com"');
    },
  );
});
