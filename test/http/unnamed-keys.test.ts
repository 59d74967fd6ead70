import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { AUDIENCE } from "./authorization-server.ts";
import { callOf, post, startServer } from "./running.ts";

test("keys are each tried where nothing tells which of them signed", async () => {
  const issuer = "https://issuer.example.com";
  const [old, present, unknown] = await Promise.all(
    [1, 2, 3].map(() => generateKeyPair("RS256", { extractable: true })),
  );
  if (old === undefined || present === undefined || unknown === undefined) throw new Error("three keys are made");
  const keys = await Promise.all([old, present].map(({ publicKey }) => exportJWK(publicKey)));
  const jwks = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, "127.0.0.1");
  onTestFinished(() => void jwks.close());
  await once(jwks, "listening");
  const server = await startServer({
    environment: {
      COLDROUTE_HTTP_ISSUER: issuer,
      COLDROUTE_HTTP_AUDIENCE: AUDIENCE,
      COLDROUTE_HTTP_JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks`,
    },
  });
  const statusOf = async ({ privateKey }: GenerateKeyPairResult): Promise<number> => {
    const claims = new SignJWT({ sub: "agent", scope: "coldroute:read" }).setProtectedHeader({ alg: "RS256" });
    const token = await claims.setIssuer(issuer).setAudience(AUDIENCE).setExpirationTime("1h").sign(privateKey);
    return (await post(server.url, callOf(1), { authorization: `Bearer ${token}` })).status;
  };
  expect(await statusOf(old)).not.toBe(401);
  expect(await statusOf(present)).not.toBe(401);
  expect(await statusOf(unknown)).toBe(401);
});
