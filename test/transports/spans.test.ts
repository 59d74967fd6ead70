import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../support/per-test.ts";
import { INITIALIZE, INITIALIZED, startProcess } from "../support/server-process.ts";

interface Recorded {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Registers an SDK before the server starts, as `--require` does for an operator. Each span is a line of `file`. */
function setUp(file: string): string {
  const sdk = createRequire(import.meta.url).resolve("@opentelemetry/sdk-trace-node");
  return `
    const { appendFileSync } = require("node:fs");
    const { BatchSpanProcessor, NodeTracerProvider } = require(${JSON.stringify(sdk)});
    const recordOf = ({ name, attributes, parentSpanContext }, context) =>
      JSON.stringify({ name, attributes, parentId: parentSpanContext?.spanId, ...context }) + "\\n";
    const exporter = {
      export: (spans, done) => {
        for (const span of spans) appendFileSync(${JSON.stringify(file)}, recordOf(span, span.spanContext()));
        done({ code: 0 });
      },
      shutdown: async () => undefined,
    };
    new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();
  `;
}

/** The spans of a server on stdio that gets these tool calls. */
async function spansOf(...calls: readonly object[]): Promise<readonly Recorded[]> {
  const folder = emptyFolder();
  const [file, setup] = [join(folder, "spans"), join(folder, "set-up.cjs")];
  writeFileSync(setup, setUp(file));
  const server = startProcess([], { NODE_OPTIONS: `--require ${setup}`, COLDROUTE_SANDBOX: "1" });
  server.send(INITIALIZE, INITIALIZED);
  await server.line();
  for (const [index, params] of calls.entries()) {
    server.send({ id: index + 1, method: "tools/call", params });
    await server.line();
  }
  server.child.stdin.end();
  expect(await server.exited()).toBe(0);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Recorded);
}

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

test("each tool call and attempt has a span under the caller's own, without arguments or ids [G-tracing]", async () => {
  const meta = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, baggage: { not: "a text" } };
  const spans = await spansOf(
    { name: "track_package", arguments: { ids: ["10045"] }, _meta: meta },
    { name: "track_package", arguments: { ids: [] } },
  );
  const [attempt, call, refused, ...others] = spans;
  expect(others).toEqual([]);
  expect(call).toMatchObject({ name: "tools/call track_package", traceId: TRACE_ID, parentId: PARENT_ID });
  expect(call?.attributes).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "track_package",
    "network.transport": "pipe",
  });
  expect(attempt).toMatchObject({ name: "GET /v1/packages/{id}", traceId: TRACE_ID, parentId: call?.spanId });
  expect(attempt?.attributes).toMatchObject({ "http.response.status_code": 200 });
  expect(refused?.attributes).toMatchObject({ "error.type": "tool_error" });
  expect(refused?.traceId).not.toBe(TRACE_ID);
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("10045");
});
