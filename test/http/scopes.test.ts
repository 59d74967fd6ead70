import { describe, expect, test } from "vitest";
import { startProtected } from "./authorization-server.ts";
import { callOf, connect, post } from "./running.ts";

describe("a scope", () => {
  test("that is missing hides the tool, and its call gets a challenge", async () => {
    const { issuer, server } = await startProtected();
    const authorization = `Bearer ${await issuer.token({ scope: "coldroute:read" })}`;
    const { client } = await connect(server.url, authorization.slice("Bearer ".length));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look"]);
    expect(await client.callTool({ name: "look" })).toMatchObject({ content: [{ text: "done" }] });
    for (const body of [callOf(1, "make"), [callOf(1), callOf(2, "make")]]) {
      const response = await post(server.url, body, { authorization });
      expect(response.status).toBe(403);
      expect(response.headers.get("www-authenticate")).toBe(
        'Bearer error="insufficient_scope", error_description="The token lacks a scope", ' +
          'scope="coldroute:read coldroute:plan", ' +
          `resource_metadata="${server.at("/.well-known/oauth-protected-resource/mcp")}"`,
      );
    }
  });

  test("that is missing hides the prompts that need it, and no text names the tool", async () => {
    const { issuer, server } = await startProtected();
    const { client } = await connect(server.url, await issuer.token({ scope: "coldroute:read" }));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["look around"]);
    const refused = await client.callTool({ name: "nothing" }).catch((error: Error) => error.message);
    expect(refused).toContain("there is look");
    expect(refused).not.toContain("make");
    const { client: planner } = await connect(server.url, await issuer.token());
    expect((await planner.listPrompts()).prompts).toHaveLength(2);
  });

  test("to read is needed for everything, even for metrics", async () => {
    const { issuer, server } = await startProtected();
    const authorization = `Bearer ${await issuer.token({ scope: "coldroute:plan" })}`;
    for (const path of ["/mcp", "/metrics"]) {
      const response = await fetch(server.at(path), { headers: { authorization } });
      expect(response.status, path).toBe(403);
      expect(response.headers.get("www-authenticate")).toContain('scope="coldroute:read"');
    }
  });
});
