import { describe, expect, test } from "vitest";
import { TOOL_NAMES } from "../support/contract.ts";
import { META } from "../support/modern.ts";
import { INITIALIZE, INITIALIZED, parse, startProcess } from "../support/server-process.ts";

const MIME_TYPE = "text/html;profile=mcp-app";
const DRAWING = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME_TYPE] } } };

const VERSIONS = ["2025-11-25", "2026-07-28"] as const;

/** Results of requests that a client of this version and these capabilities sends on stdio. */
async function ask(
  version: (typeof VERSIONS)[number],
  capabilities: object,
  requests: readonly { readonly method: string; readonly params?: object }[],
  environment: Readonly<Record<string, string>> = {},
) {
  const server = startProcess([], { COLDROUTE_SANDBOX: "1", ...environment });
  const meta = { ...META, "io.modelcontextprotocol/clientCapabilities": capabilities };
  if (version === "2025-11-25") {
    server.send({ ...INITIALIZE, params: { ...INITIALIZE.params, capabilities } });
    await server.line();
    server.send(INITIALIZED);
  }
  const results: Record<string, unknown>[] = [];
  for (const [id, { method, params = {} }] of requests.entries()) {
    server.send({ id: id + 1, method, params: version === "2025-11-25" ? params : { ...params, _meta: meta } });
    const { result, error } = parse(await server.line());
    results.push(result ?? { error });
  }
  return results;
}

const ALERTS = { method: "tools/call", params: { name: "check_heat_alerts", arguments: { limit: 1 } } };
const LIST = { method: "tools/list" };
const RESOURCES = { method: "resources/list" };
const READ = { method: "resources/read", params: { uri: "ui://coldroute/plans.html" } };

describe.each(VERSIONS)("the view in MCP %s", (version) => {
  test("is named by every tool, listed and read", async () => {
    const [list, resources, read] = await ask(version, DRAWING, [LIST, RESOURCES, READ]);
    const tools = (list?.["tools"] ?? []) as readonly { readonly _meta?: { readonly ui?: object } }[];
    expect(tools).toHaveLength(TOOL_NAMES.length);
    const uris = ["alerts", "risk", "plans", "packages"].map((chart) => `ui://coldroute/${chart}.html`);
    expect(tools.flatMap(({ _meta }) => _meta?.ui ?? [])).toEqual(uris.map((resourceUri) => ({ resourceUri })));
    expect(resources).toMatchObject({
      resources: expect.arrayContaining(uris.map((uri) => expect.objectContaining({ uri, mimeType: MIME_TYPE }))),
    });
    const [content] = (read?.["contents"] ?? []) as readonly { readonly text: string }[];
    expect(content).toMatchObject({
      uri: READ.params.uri,
      mimeType: MIME_TYPE,
      _meta: { ui: { prefersBorder: false } },
    });
    expect(content?.text).toMatch(/^<!doctype html><html data-chart="plans" .*<\/html>$/s);
  });

  test("gets marks beyond the rows only for a client that declares it", async () => {
    const [drawn] = await ask(version, DRAWING, [ALERTS]);
    const marks = expect.arrayContaining([["SevereHot", expect.stringMatching(/^\d{5}( \d{5})+$/)]]);
    const title = expect.stringMatching(/^\d+ alerts \([^:]+\)\. None elsewhere in this data\.$/);
    expect(drawn?.["_meta"]).toMatchObject({ "coldroute/view": { marks, title } });
    for (const capabilities of [{}, { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } } }]) {
      const [plain] = await ask(version, capabilities, [ALERTS]);
      expect(plain?.["content"]).toHaveLength(1);
      expect(plain?.["_meta"]).not.toHaveProperty("coldroute/view");
    }
  });

  test("is absent with COLDROUTE_VIEWS=0", async () => {
    const [list, resources, read, alerts] = await ask(version, DRAWING, [LIST, RESOURCES, READ, ALERTS], {
      COLDROUTE_VIEWS: "0",
    });
    expect(JSON.stringify([list, resources])).not.toContain("ui://");
    expect(read).toHaveProperty("error");
    expect(alerts?.["_meta"]).not.toHaveProperty("coldroute/view");
  });
});

describe("the parameter picture", () => {
  const PICTURE = { ...ALERTS, params: { ...ALERTS.params, arguments: { limit: 1, picture: true } } };

  test("is listed if pictures are on, and adds a PNG to the text", async () => {
    const [list, result] = await ask("2025-11-25", {}, [LIST, PICTURE], { COLDROUTE_PICTURES: "1" });
    const tools = (list?.["tools"] ?? []) as readonly { readonly inputSchema: { readonly properties: object } }[];
    const drawn = tools.filter(({ inputSchema }) => "picture" in inputSchema.properties);
    expect(drawn).toHaveLength(4);
    for (const { inputSchema } of drawn) expect(inputSchema.properties).toHaveProperty("picture.type", "boolean");
    const [text, image] = (result?.["content"] ?? []) as readonly { readonly data?: string }[];
    expect(text).toMatchObject({ type: "text" });
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(
      Buffer.from(image?.data ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect(Object.keys(result?.["_meta"] as object)).not.toContain("coldroute/error");
    expect(Object.keys(result?.["_meta"] as object)).not.toContain("coldroute/view");
  });

  test("is no argument of the tool: the same plan with and without it is made once", async () => {
    const parcel = { length: 9, width: 9, height: 9, weight: 5 };
    const calls = [true, false, undefined].map((picture) => {
      const args = { origin: "38118", destination: "85001", parcel, ...(picture === undefined ? {} : { picture }) };
      return { method: "tools/call", params: { name: "plan_shipment", arguments: args } };
    });
    const results = await ask("2025-11-25", {}, calls, { COLDROUTE_PICTURES: "1" });
    const plans = results.map(({ structuredContent }) => (structuredContent as { plans: object[] }).plans[0]);
    expect(plans).toMatchObject([{ shipmentId: expect.any(String) }, { sameAs: {} }, { sameAs: {} }]);
  });

  test("is refused as unknown if pictures are off, and adds nothing to a failure", async () => {
    const [list, refused] = await ask("2025-11-25", {}, [LIST, PICTURE]);
    expect(JSON.stringify(list)).not.toContain("picture");
    expect(refused).toMatchObject({ isError: true });
    const wrong = { ...PICTURE, params: { ...PICTURE.params, arguments: { limit: "many", picture: true } } };
    const [failed] = await ask("2025-11-25", {}, [wrong], { COLDROUTE_PICTURES: "1" });
    expect(failed?.["content"]).toHaveLength(1);
  });
});
