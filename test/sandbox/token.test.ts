import { describe, expect, test } from "vitest";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { exchange, GRANT, see } from "./client.ts";
import { running } from "./running.ts";

describe("the sandbox's token endpoint (service.md 4.1, 5)", () => {
  test("defaults the audience for tracking only (service.md 5.5)", async () => {
    const { sandbox } = await running();
    const { audience: _, ...without } = GRANT;
    const { json } = await exchange(sandbox, without);
    const headers = { Authorization: `Bearer ${String(json["access_token"])}` };
    expect((await see(`${sandbox.urls.tracking}/v1/packages/10042`, { headers })).status).toBe(200);
    expect((await see(`${sandbox.urls.risk}/v1/risk-levels`, { headers })).status).toBe(401);
  });

  test("lets a token expire (service.md 5.4)", async () => {
    const clock = new ShiftedClock();
    const { client } = await running({ clock, settings: { tokenLifeS: 60 } });
    expect((await client.alerts()).status).toBe(200);
    clock.advance(60_000);
    const { status, json, headers } = await client.alerts();
    expect(status).toBe(401);
    expect(json["detail"]).toContain("expired");
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("refuses a missing, an unknown and a revoked token", async () => {
    const { sandbox, client } = await running();
    const url = `${sandbox.urls.risk}/v1/temperature-alerts`;
    expect((await see(url)).status).toBe(401);
    expect((await see(url, { headers: { Authorization: "Bearer other" } })).status).toBe(401);
    expect((await see(url, { headers: { Authorization: `Basic ${sandbox.tokens[0]}` } })).status).toBe(401);
    sandbox.revokeTokens();
    expect((await client.alerts()).status).toBe(401);
    expect(sandbox.ledger.billed()).toBe(0);
  });

  test("records credentials that are sent to the wrong place", async () => {
    const { sandbox, client } = await running();
    expect(sandbox.misplacedCredentials).toEqual([]);
    const token = sandbox.tokens[0] ?? "";
    await exchange(sandbox, GRANT, { Authorization: `Bearer ${token}` });
    await client.package(token);
    await client.plan({ origin: GRANT.client_secret });
    expect(sandbox.misplacedCredentials).toEqual([
      expect.stringMatching(/^token: POST .*\/oauth\/token$/),
      expect.stringMatching(/^token: GET .*\/v1\/packages\//),
      expect.stringMatching(/^secret: POST .*\/shipments$/),
    ]);
  });

  test("records neither the token nor the secret", async () => {
    const { sandbox, client } = await running();
    await client.alerts();
    const written = JSON.stringify(sandbox.requests);
    for (const secret of [GRANT.client_secret, ...sandbox.tokens]) expect(written).not.toContain(secret);
  });
});
