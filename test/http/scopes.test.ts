import { describe, expect, test } from "vitest";
import { startProtected } from "./authorization-server.ts";
import { callOf, connect, post, startServer } from "./running.ts";

describe("a scope", () => {
  test("that the token lacks hides the tool, and a call of the tool gets a challenge", async () => {
    const { issuer, server } = await startProtected();
    const authorization = `Bearer ${await issuer.token({ scope: "coldroute:read" })}`;
    const { client } = await connect(server.url, authorization.slice("Bearer ".length));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look"]);
    expect(await client.callTool({ name: "look" })).toMatchObject({ content: [{ text: "done" }] });
    const response = await post(server.url, callOf(1, "make"), { authorization });
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_scope", error_description="The token lacks a scope", ' +
        'scope="coldroute:read coldroute:plan", ' +
        `resource_metadata="${server.at("/.well-known/oauth-protected-resource/mcp")}"`,
    );
  });

  test("that the token lacks hides the prompts that need it, and no text names the tool", async () => {
    const { issuer, server } = await startProtected();
    const { client } = await connect(server.url, await issuer.token({ scope: "coldroute:read" }));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["look around"]);
    const refused = await client.callTool({ name: "nothing" }).catch((error: Error) => error.message);
    expect(refused).toContain("there is look");
    expect(refused).not.toContain("make");
    const { client: planner } = await connect(server.url, await issuer.token());
    expect((await planner.listPrompts()).prompts).toHaveLength(2);
  });

  test.each([
    ["coldroute:plan", 403, 403, "coldroute:read"],
    ["coldroute:read", 200, 403, "coldroute:metrics"],
    ["coldroute:metrics", 403, 200, "coldroute:read"],
  ])("%s of an OAuth token opens /mcp %d, /metrics %d", async (scope, mcp, metrics, missing) => {
    const { issuer, server } = await startProtected();
    const authorization = `Bearer ${await issuer.token({ scope })}`;
    const answers = [
      await post(server.url, callOf(1), { authorization }),
      await fetch(server.at("/metrics"), { headers: { authorization } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([mcp, metrics]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.headers.get("www-authenticate")).toContain(`scope="${missing}"`);
  });

  test("of a static token is named by its entry, which grants all if it names none", async () => {
    const environment = {
      COLDROUTE_HTTP_TOKENS: "watch[metrics]:token-1,desk[read]:token-2,planner[read plan]:token-3,all:token-4",
    };
    const server = await startServer({ environment });
    const opened = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const plan = await post(server.url, callOf(1, "make"), headers);
      const metrics = await fetch(server.at("/metrics"), { headers });
      return [(await post(server.url, callOf(1), headers)).status, plan.status, metrics.status];
    };
    expect(await opened("token-1")).toEqual([403, 403, 200]);
    expect(await opened("token-2")).toEqual([200, 403, 403]);
    expect(await opened("token-3")).toEqual([200, 200, 403]);
    expect(await opened("token-4")).toEqual([200, 200, 200]);
    expect((await fetch(server.at("/metrics"))).status).toBe(401);
  });
});
