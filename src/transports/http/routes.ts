import { Hono } from "hono";
import { cors } from "hono/cors";
import type { TokenScope } from "../../config/token-entry.ts";
import { defectFields } from "../../runtime/log.ts";
import { accessLog } from "./access-log.ts";
import type { Authorization } from "./authorization.ts";
import { hostCheck } from "./host-check.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";
import type { HttpOptions } from "./options.ts";
import { methodNotAllowed, refusal } from "./refusals.ts";
import { METADATA_PATHS, PATHS, type PrincipalHandler, type Routed, type RouteEnv } from "./route.ts";
import type { ServerState } from "./shutdown.ts";

/** Besides the CORS-safelisted ones. */
const EXPOSED_HEADERS = ["WWW-Authenticate", "Retry-After"];

/** The paths of this server. The access log covers all; probes need no host check or authorization. */
export function routes(options: HttpOptions, authorization: Authorization, state: ServerState): Hono<RouteEnv> {
  const { log, metrics } = options;
  const refuseForeign = hostCheck(options);
  const app = new Hono<RouteEnv>();
  const openToAll = (path: string, handler: (c: Routed) => Response): void => {
    app.get(path, handler);
    app.all(path, () => methodNotAllowed("GET, HEAD"));
  };
  const authorized = (path: string, scope: TokenScope, handler: PrincipalHandler): void => {
    app.all(path, async (c) => {
      const { facts } = c.var;
      facts.traceId = traceIdOf(c.req.header("traceparent"));
      const admitted = await authorization.admit(c.req.raw, scope);
      if ("response" in admitted) {
        facts.refused = admitted.reason;
        return admitted.response;
      }
      facts.principal = admitted.id;
      return handler(c, admitted);
    });
  };
  app.use(accessLog(options));
  app.use(async (c, next) => {
    await next();
    // The SDK's header would keep a connection open even if the client leaves or this server ends.
    if (state.isListening) c.res.headers.delete("connection");
    else c.res.headers.set("connection", "close");
  });
  openToAll(PATHS.alive, (c) => c.json({ status: "alive" }));
  openToAll(PATHS.ready, (c) => (state.isReady ? c.json({ status: "ready" }) : c.json({ status: "draining" }, 503)));
  app.use(async (c, next) => refuseForeign(c.req.raw) ?? (await next()));
  // CORS comes before authorization, because browsers send preflights without a token.
  app.use(cors({ origin: (origin) => origin, allowMethods: ["GET", "POST"], exposeHeaders: EXPOSED_HEADERS }));
  for (const path of METADATA_PATHS) {
    app.get(path, (c) => {
      const metadata = authorization.metadata(c.req.raw);
      return metadata === undefined ? nothingHere() : c.json(metadata);
    });
  }
  authorized(PATHS.mcp, "read", mcpEndpoint(options, authorization, state));
  authorized(PATHS.metrics, "metrics", async ({ req }) =>
    ["GET", "HEAD"].includes(req.method) ? metrics() : methodNotAllowed("GET, HEAD"),
  );
  app.notFound(nothingHere);
  app.onError((error, c) => {
    // A client that leaves while it sends its body is not a defect, and never reads the answer.
    if (c.env.incoming.destroyed && !c.env.incoming.complete) return refusal(400, "The body was cut off");
    log.error(defectFields(error), "defect in an HTTP request");
    return refusal(500, "Internal error");
  });
  return app;
}

/** The trace id of a `traceparent` (W3C Trace Context, 3.2). */
function traceIdOf(traceparent = ""): string | undefined {
  const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
  return shape.exec(traceparent)?.[1];
}

function nothingHere(): Response {
  return refusal(404, "There is nothing at this path: MCP is at /mcp");
}
