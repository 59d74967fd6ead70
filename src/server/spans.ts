import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ApiObserver } from "../api/model/api.ts";
import { IDENTITY } from "../config/identity.ts";
import { PRODUCTS } from "../domain/product.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallContext, CallObserver } from "./call-context.ts";
import type { ToolResult } from "./result.ts";

/** Spans by OpenTelemetry's conventions for MCP and HTTP. No arguments, results or ids (docs/observability.md). */
export type Spans = ReturnType<typeof createSpans>;

/** Keeps only texts: other values would make a propagator throw. */
function carrierOf(meta: Readonly<Record<string, unknown>>): Record<string, string> {
  const members = ["traceparent", "tracestate", "baggage"].map((name) => [name, meta[name]] as const);
  return Object.fromEntries(members.filter((member): member is [string, string] => typeof member[1] === "string"));
}

/** Uses the SDK that this process registered. A call's parent is its `_meta.traceparent`, or else the active span. */
export function createSpans(clock: Clock) {
  const tracer = trace.getTracer(IDENTITY.name, IDENTITY.version);
  return {
    around(tool: string, { meta = {}, caller }: CallContext, run: () => Promise<ToolResult>): Promise<ToolResult> {
      const attributes: Attributes = {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "network.transport": caller === undefined ? "pipe" : "tcp",
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const parent = propagation.extract(context.active(), carrierOf(meta));
      return tracer.startActiveSpan(`tools/call ${tool}`, options, parent, async (span) => {
        try {
          const result = await run();
          if (result.isError === true) {
            span.setAttribute("error.type", "tool_error");
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          return result;
        } finally {
          span.end();
        }
      });
    },
    /** Makes a span for each attempt under the call that sent it. */
    observing: (observer: Partial<ApiObserver & CallObserver> | undefined): ApiObserver & CallObserver => ({
      called: (...call) => observer?.called?.(...call),
      billed: (...bill) => observer?.billed?.(...bill),
      exchanged: (ok) => observer?.exchanged?.(ok),
      attempted: (product, end, tookMs) => {
        observer?.attempted?.(product, end, tookMs);
        // The path with `{id}` keeps package numbers out of spans.
        const { method, path } = PRODUCTS[product];
        const endMs = clock.nowMs();
        const hasFailed = typeof end === "string" || end >= 400;
        const attributes: Attributes = {
          "http.request.method": method,
          "url.template": path,
          ...(typeof end === "number" ? { "http.response.status_code": end } : {}),
          ...(hasFailed ? { "error.type": String(end) } : {}),
        };
        const options = { kind: SpanKind.CLIENT, startTime: endMs - tookMs, attributes };
        const span = tracer.startSpan(`${method} ${path}`, options);
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(endMs);
      },
    }),
    /** Never rejects. */
    async flush(): Promise<void> {
      const provider = trace.getTracerProvider() as { getDelegate?(): { forceFlush?(): Promise<void> } };
      await provider
        .getDelegate?.()
        .forceFlush?.()
        .catch(() => undefined);
    },
  };
}
