import { describe, expect, test } from "vitest";
import { ShiftedClock } from "../support/shifted-clock.ts";
import { startClient } from "./client.ts";
import { running } from "./running.ts";

describe("the sandbox's gateway (service.md 1.5, 5.6, 7, 8)", () => {
  test("gives every answer its own X-Request-Id", async () => {
    const { client } = await running();
    const answers = [
      await client.alerts(),
      await client.alerts("?pageSize=none"),
      await client.package("99999"),
      await client.plan("{}"),
      await client.plan("not JSON"),
    ];
    const ids = answers.map(({ headers }) => headers.get("X-Request-Id"));
    expect(ids).not.toContain(null);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { status, json, headers } of answers.slice(1)) {
      expect(json).toMatchObject({
        status,
        type: expect.any(String),
        title: expect.any(String),
        requestId: headers.get("X-Request-Id"),
      });
      expect(headers.get("Content-Type")).toBe("application/problem+json");
    }
  });

  test("answers any other path or method like a foreign server", async () => {
    const { sandbox, client } = await running();
    for (const url of [
      `${sandbox.urls.risk}/v1/packages/10042`,
      `${sandbox.urls.tracking}/v1/temperature-alerts`,
      `${new URL(sandbox.urls.risk).origin}/v1/risk-levels`,
      `${sandbox.urls.auth}/oauth/token`,
      `${sandbox.urls.tracking}/v1/packages/%E0`,
    ]) {
      const { status, headers, text } = await client.send("GET", url);
      expect({ status, id: headers.get("X-Request-Id"), text }).toEqual({ status: 404, id: null, text: "Not found" });
    }
  });

  test("[8.1-account] limits each product, whichever token asks, until the window ends", async () => {
    const clock = new ShiftedClock();
    const settings = { rateLimits: { alerts: { requests: 2, windowS: 30 } } };
    const { sandbox, client } = await running({ clock, settings });
    const other = await startClient(sandbox);
    expect((await client.alerts()).status).toBe(200);
    expect((await other.alerts()).status).toBe(200);
    const { status, headers, json } = await client.alerts();
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(30);
    expect(json).toMatchObject({ status: 429 });
    expect((await other.alerts()).status).toBe(429);
    expect((await client.package("10042")).status).toBe(200);
    clock.advance(30_000);
    expect((await client.alerts()).status).toBe(200);
    expect([sandbox.ledger.billed("alerts"), sandbox.ledger.billed("tracking")]).toEqual([3, 1]);
  });

  test("[1.5-success] [1.5-errors] records every request with its status, and bills successes alone", async () => {
    const { sandbox, client } = await running();
    await client.alerts();
    await client.alerts("?pageSize=none");
    await client.package("10042");
    const seen = sandbox.requests.map(({ product, status, billed }) => [product, status, billed]);
    expect(seen).toEqual([
      ["token", 200, false],
      ["alerts", 200, true],
      ["alerts", 400, false],
      ["tracking", 200, true],
    ]);
    expect(sandbox.ledger.summary()).toMatch(/^2 \(alerts 1, risk 0, .*tracking 1\)$/);
    expect(sandbox.requests[1]?.finishedAtMs).toBeGreaterThanOrEqual(sandbox.requests[1]?.receivedAtMs ?? Infinity);
  });

  test("ends open answers when it closes", async () => {
    const { sandbox, client } = await running({ faults: [{ product: "alerts", kind: "hang" }] });
    const asked = client.alerts();
    const failed = expect(asked).rejects.toThrow();
    while (sandbox.requestsOf("alerts")[0]?.fault !== "hang") await new Promise((resolve) => setTimeout(resolve, 5));
    await sandbox.close();
    await failed;
  });
});
