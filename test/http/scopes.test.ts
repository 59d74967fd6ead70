import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
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
    const complete = (client: Client, name: string) =>
      client.complete({ ref: { type: "ref/prompt", name }, argument: { name: "a", value: "" } });
    const { client } = await connect(server.url, await issuer.token({ scope: "coldroute:read" }));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["look around"]);
    expect((await client.getPrompt({ name: "look around" })).messages).toHaveLength(1);
    await expect(client.getPrompt({ name: "make plans" })).rejects.toMatchObject({ code: -32602 });
    expect((await complete(client, "make plans")).completion.values).toEqual([]);
    const refused = await client.callTool({ name: "nothing" }).catch((error: Error) => error.message);
    expect(refused).toContain("On offer: look");
    expect(refused).not.toContain("make");
    const { client: planner } = await connect(server.url, await issuer.token());
    expect((await planner.listPrompts()).prompts).toHaveLength(2);
    expect((await planner.getPrompt({ name: "make plans" })).messages).toHaveLength(1);
    expect((await complete(planner, "make plans")).completion.values).toEqual(["make plans"]);
  });

  test("to read is needed for everything, the metrics too", async () => {
    const { issuer, server } = await startProtected();
    const authorization = `Bearer ${await issuer.token({ scope: "coldroute:plan" })}`;
    for (const path of ["/mcp", "/metrics"]) {
      const response = await fetch(server.at(path), { headers: { authorization } });
      expect(response.status, path).toBe(403);
      expect(response.headers.get("www-authenticate")).toContain('scope="coldroute:read"');
    }
  });
});
