import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { byProduct, PRODUCT_NAMES } from "../../src/domain/product.ts";
import { createMetrics } from "../../src/transports/http/metrics.ts";
import { callOf, post, startServer } from "./running.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("the access log", () => {
  const access = (lines: readonly Record<string, unknown>[]) => lines.filter((line) => line["msg"] === "http request");

  test("has one line for each request, which identifies the principal and reveals no secret [G-privacy]", async () => {
    const environment = { COLDROUTE_HTTP_TOKENS: "first-token,second-token,support:third-token" };
    const { url, at, lines } = await startServer({ environment });
    const [one, two, three] = ["first", "second", "third"].map((name) => ({ authorization: `Bearer ${name}-token` }));
    await (
      await post(url, callOf(1, "look", { ids: ["order-zebra"] }), {
        ...one,
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      })
    ).text();
    await (await post(url, callOf(1), two)).text();
    await (await post(url, callOf(1), one)).text();
    await (await post(url, callOf(1), three)).text();
    await fetch(at("/mcp?id=order-zebra"), { method: "PUT" });
    await fetch(at("/packages/order-zebra"));
    await expect.poll(() => access(lines).length).toBe(6);
    expect(access(lines)).toMatchObject([
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"], traceId: TRACE, tookMs: expect.any(Number) },
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"] },
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"] },
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"], principal: "support" },
      { method: "PUT", route: "/mcp", status: 401 },
      { method: "GET", route: "other", status: 404 },
    ]);
    const [a, b, again] = access(lines).map((line) => line["principal"]);
    expect(a).toMatch(/^[0-9a-f]{16}$/);
    expect(again).toBe(a);
    expect(a).not.toBe(b);
    const all = JSON.stringify(lines);
    for (const secret of ["first-token", "second-token", "third-token", "zebra"]) expect(all).not.toContain(secret);
  });

  test("logs the probes of a load balancer at debug level only", async () => {
    const { at, lines } = await startServer();
    await fetch(at("/healthz"));
    await fetch(at("/readyz"));
    await fetch(at("/"));
    await expect.poll(() => access(lines).map((line) => line["level"])).toEqual([20, 20, 30]);
  });

  test("names no method that a client makes up", async () => {
    const { url, lines } = await startServer();
    await post(url, { jsonrpc: "2.0", id: 1, method: "jane@example.com" });
    await expect.poll(() => access(lines).at(-1)).toMatchObject({ rpc: ["other"] });
  });
});

describe("the metrics", () => {
  test("hold every series that the dashboard queries", async () => {
    const { url, at } = await startServer();
    await (await post(url, callOf(1, "track_package", { ids: ["10045"] }))).text();
    const text = await (await fetch(at("/metrics"))).text();
    const { panels } = JSON.parse(readFileSync("packaging/dashboard.json", "utf8")) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(7);
    const named = queries.flatMap((query) => query.match(/coldroute_\w+/g) ?? []);
    const families = named.map((name) => name.replace(/_bucket$/, ""));
    expect(families.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  test("count requests", async () => {
    const { url, at } = await startServer();
    await (await post(url, callOf(1))).text();
    await fetch(url, { method: "DELETE" });
    await expect
      .poll(async () => (await fetch(at("/metrics"))).text())
      .toMatch(/^coldroute_http_requests_total\{route="\/mcp",method="DELETE",status="405"\} 1$/m);
    const response = await fetch(at("/metrics"));
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(/^coldroute_http_requests_total\{route="\/mcp",method="POST",status="200"\} 1$/m);
    expect(text).toMatch(/^coldroute_http_request_duration_seconds_count\{route="\/mcp"\} 2$/m);
  });

  test("name no method that a client makes up", async () => {
    const { at } = await startServer();
    await fetch(at("/mcp"), { method: "PROPFIND" });
    expect(await (await fetch(at("/metrics"))).text()).toContain('method="other"');
  });

  test("tell the account's bill while it is known", async () => {
    const { expose } = createMetrics();
    const linesAt = async (billedToday: number | null) => {
      const response = await expose({
        coolDownSeconds: byProduct(PRODUCT_NAMES, () => 0),
        drift: new Map(),
        account: { state: "shared", billedToday },
      });
      return (await response.text()).match(/^coldroute_account_billable_requests\{.*/gm);
    };
    expect(await linesAt(7)).toEqual(['coldroute_account_billable_requests{certainty="any"} 7']);
    // A new day began.
    expect(await linesAt(null)).toBeNull();
  });
});
