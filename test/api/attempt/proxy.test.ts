import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { failureWords } from "../../../src/tools/failures/failure-words.ts";
import { selfSigned } from "../../faults/certificate.ts";
import { answerOf, failureOf, PACKAGE, startClient, startScripted } from "../../support/client.ts";
import { portOfTest } from "../../support/per-test.ts";
import { BEHIND_PROXY } from "./behind-proxy.ts";

/** A TLS service that only a CONNECT proxy can reach, and that proxy. */
async function startProxied() {
  const answer: RequestListener = (request, response) => {
    const isToken = request.url?.startsWith("/auth") === true;
    const json = isToken ? { access_token: "access-token-1", expires_in: 100 } : PACKAGE;
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "r" }).end(JSON.stringify(json));
  };
  const servicePort = await portOfTest(createTlsServer(selfSigned(), answer));
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url = "" }, client: Socket) => {
    asked.push(url);
    const upstream = connect(servicePort, "127.0.0.1", () =>
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n"),
    );
    upstream.on("error", () => client.destroy());
    upstream.pipe(client).pipe(upstream);
  });
  return { asked, proxyUrl: `http://127.0.0.1:${await portOfTest(proxy)}` };
}

afterEach(() => vi.unstubAllEnvs());

describe("a proxy [G-configuration]", () => {
  test("named by HTTPS_PROXY gets a CONNECT for the token endpoint and one for the service", async () => {
    const { asked, proxyUrl } = await startProxied();
    vi.stubEnv("HTTPS_PROXY", proxyUrl);
    // The service's certificate is self-signed.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { api, call } = startClient(BEHIND_PROXY);
    expect(answerOf(await api.package("10045", call()))).toEqual(PACKAGE);
    expect(asked).toEqual(["service.test:443", "service.test:443"]);
  });

  test.each([undefined, " "])("is not used for a host of NO_PROXY beside a no_proxy of %j", async (blanks) => {
    const { asked, proxyUrl } = await startProxied();
    vi.stubEnv("HTTPS_PROXY", proxyUrl);
    vi.stubEnv("no_proxy", blanks);
    vi.stubEnv("NO_PROXY", "service.test");
    const { api, call } = startClient(BEHIND_PROXY);
    expect(failureOf(await api.package("10045", call())).kind).toBe("network");
    expect(asked).toEqual([]);
  });

  test("whose certificate authority is unknown leads to NODE_EXTRA_CA_CERTS", async () => {
    const { proxyUrl } = await startProxied();
    vi.stubEnv("HTTPS_PROXY", proxyUrl);
    const { api, call } = startClient(BEHIND_PROXY);
    const failure = failureOf(await api.package("10045", call()));
    expect(failure).toMatchObject({ kind: "network", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(failureWords(failure).next).toContain("NODE_EXTRA_CA_CERTS");
  });

  test("is not named by a variable of blanks", async () => {
    vi.stubEnv("HTTPS_PROXY", "  ");
    const { api, call } = startClient({ ...BEHIND_PROXY, COLDROUTE_AUTH_URL: `https://${"a".repeat(64)}.invalid` });
    expect(failureOf(await api.package("10045", call()))).toMatchObject({ kind: "network", code: "ENOTFOUND" });
  });

  test("is never used for loopback", async () => {
    for (const variable of ["HTTP_PROXY", "HTTPS_PROXY"]) vi.stubEnv(variable, "http://127.0.0.1:9");
    const { api, call } = await startScripted({ tracking: () => ({ status: 200, json: PACKAGE }) });
    expect(answerOf(await api.package("10045", call()))).toEqual(PACKAGE);
  });
});
