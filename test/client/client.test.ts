import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type ClientOptions, readOptions } from "../../src/client/options.ts";
import { VARIABLES, type VariableName } from "../../src/config/variables.ts";
import { sandboxOfTest } from "../support/per-test.ts";

const ACCOUNT = { clientId: "id", clientSecret: "not-a-secret", authUrl: "https://auth.example.com" };

/** The sandbox's environment as the options of a client. */
async function simulated() {
  const sandbox = await sandboxOfTest();
  const { environment } = sandbox;
  const of = (name: string): string => environment[`COLDROUTE_${name}`] ?? "";
  const account = { clientId: of("CLIENT_ID"), clientSecret: of("CLIENT_SECRET"), audience: of("AUDIENCE") };
  const [authUrl, riskUrl, planningUrl, trackingUrl] = ["AUTH", "RISK", "PLANNING", "TRACKING"].map((name) =>
    of(`${name}_URL`),
  );
  return { sandbox, options: { ...account, authUrl, riskUrl, planningUrl, trackingUrl } as ClientOptions };
}

describe("coldroute/client", () => {
  test("answers each question with the records, and with what the call billed", async () => {
    const { options } = await simulated();
    await using client = createClient(options);
    const alerts = await client.alerts();
    expect(alerts).toMatchObject({ ok: true, usage: { cached: false } });
    if (alerts.ok) expect(alerts.value.records.length).toBe(alerts.value.total);
    expect(await client.alerts()).toMatchObject({ ok: true, usage: { billableRequests: 0, cached: true } });
    const risk = await client.risk({ date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) });
    expect(risk).toMatchObject({ ok: true, usage: { billableRequests: 1 } });
    if (risk.ok) expect(risk.value.at("850").length).toBeGreaterThan(0);
    const found = await client.package("10045");
    expect(found).toMatchObject({ ok: true, value: { orderNumber: "10045" }, usage: { billableRequests: 1 } });
    expect(client.status()).toMatchObject({
      token: { ageSeconds: expect.any(Number) as number },
      coolDownSeconds: { tracking: 0 },
    });
  });

  test("returns each failure as a value with a stable kind", async () => {
    const { options } = await simulated();
    const { riskUrl: _, ...rest } = options;
    await using client = createClient(rest);
    const kinds = [
      await client.package("99999"),
      await client.package(".."),
      await client.alerts(),
      await client.plan({}),
      await client.package("10045", { signal: AbortSignal.abort() }),
    ].map((answer) => (answer.ok ? "ok" : answer.failure.kind));
    expect(kinds).toEqual(["not_found", "invalid_arguments", "configuration", "invalid_request", "cancelled"]);
  });

  test("names options in failures, never variables", async () => {
    const { options } = await simulated();
    const { riskUrl: _r, audience: _a, ...rest } = options;
    const badly: ClientOptions = { ...rest, clientSecret: "op://shipping/coldroute/secret" };
    await using client = createClient(badly);
    await using unread = createClient({ ...ACCOUNT, clientSecret: undefined, clientSecretFile: "/no/such" } as never);
    const failures = [
      await client.alerts(),
      await client.plan({}),
      await client.package("10045"),
      await unread.package("10045"),
    ].map((answer) => (answer.ok ? "ok" : answer.failure));
    expect(failures).toMatchObject([
      { kind: "configuration", problems: [{ variable: "riskUrl", message: "is needed" }] },
      { kind: "configuration", problems: [{ variable: "audience", message: "is needed for all but tracking" }] },
      { kind: "unauthorized", oddSecret: expect.stringContaining("set clientSecretCommand") as string },
      { kind: "configuration", problems: [{ variable: "trackingUrl" }] },
    ]);
    expect(JSON.stringify(failures)).not.toContain("COLDROUTE");
  });

  test("logs to the given function, without the secret", async () => {
    const { options } = await simulated();
    const lines: string[] = [];
    await using client = createClient({ ...options, log: (line) => lines.push(line) });
    await client.package("10045");
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: "info", msg: "request answered", product: "tracking" }),
    );
    expect(lines.join()).not.toContain(options.clientSecret);
  });

  test("refuses wrong options at once and names each one", () => {
    const wrong = {
      ...ACCOUNT,
      authUrl: "http://auth.example.com",
      timeoutMs: 0,
      typo: 1,
      clientSecretFile: "/secret",
    };
    expect(() => createClient(wrong)).toThrow(TypeError);
    for (const problem of [
      /authUrl should hold a URL/,
      /timeoutMs should hold a whole number/,
      /clientSecretFile is set as well as clientSecret/,
      /typo is not known/,
    ])
      expect(() => createClient(wrong)).toThrow(problem);
    expect(() => createClient(wrong)).not.toThrow(/not-a-secret|COLDROUTE/);
    expect(() => createClient({} as ClientOptions)).toThrow(/clientId is not set.*clientSecret is not set/);
  });

  test("has the defaults of the variables, and ignores the environment", () => {
    const fallback = (name: VariableName) => VARIABLES[name].reader.fallback;
    expect(readOptions(ACCOUNT)).toMatchObject({
      timeoutMs: fallback("COLDROUTE_TIMEOUT_MS"),
      maxWaitMs: fallback("COLDROUTE_MAX_WAIT_MS"),
      ttlMs: {
        alerts: 1000 * Number(fallback("COLDROUTE_ALERTS_TTL_S")),
        risk: 1000 * Number(fallback("COLDROUTE_RISK_TTL_S")),
      },
      maxBillablePerCall: fallback("COLDROUTE_MAX_BILLABLE_PER_CALL"),
      billableLimit: undefined,
    });
  });
});
