import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { TokenScope } from "../../config/token-entry.ts";
import { defectFields } from "../../runtime/log.ts";
import { accessLog, type Routed, type RouteEnv, traceIdOf } from "./access-log.ts";
import type { Authorization } from "./authorization.ts";
import { hostCheck } from "./host-check.ts";
import type { HttpOptions } from "./options.ts";
import { METADATA_PATHS, PATHS } from "./paths.ts";
import { methodNotAllowed, refusal } from "./refusals.ts";

export interface RouteParts {
  readonly authorization: Authorization;
  readonly answer: (c: Routed) => Promise<Response>;
  readonly state: { readonly isReady: boolean };
  /** While it listens, clients may keep their connections. */
  readonly server: { readonly listening: boolean };
}

/** Besides the CORS-safelisted ones. */
const EXPOSED_HEADERS = ["WWW-Authenticate", "Retry-After"];

/** The paths of this server. The access log covers all; probes need no host check or authorization. */
export function routes(options: HttpOptions, { authorization, answer, state, server }: RouteParts): Hono<RouteEnv> {
  const { log, metrics } = options;
  const refuseForeign = hostCheck(options);
  const app = new Hono<RouteEnv>();
  const open = (path: string, tell: (c: Routed) => Response): void => {
    app.get(path, (c) => tell(c));
    app.all(path, () => methodNotAllowed("GET, HEAD"));
  };
  app.use(accessLog(options));
  app.use(async (c, next) => {
    await next();
    // The SDK's header would keep a connection open even if the client leaves or this server ends.
    if (server.listening) c.res.headers.delete("connection");
    else c.res.headers.set("connection", "close");
  });
  open(PATHS.alive, (c) => c.json({ status: "alive" }));
  open(PATHS.ready, (c) => (state.isReady ? c.json({ status: "ready" }) : c.json({ status: "draining" }, 503)));
  app.use(async (c, next) => refuseForeign(c.req.raw) ?? (await next()));
  // CORS comes before authorization, because browsers send preflights without a token.
  app.use(cors({ origin: (origin) => origin, allowMethods: ["GET", "POST"], exposeHeaders: EXPOSED_HEADERS }));
  for (const path of METADATA_PATHS) {
    app.get(path, (c) => {
      const metadata = authorization.metadata(c.req.raw);
      return metadata === undefined ? nothingHere() : c.json(metadata);
    });
  }
  app.all(PATHS.mcp, admitted(authorization, "read"), answer);
  app.all(PATHS.metrics, admitted(authorization, "metrics"), async (c) => {
    if (!["GET", "HEAD"].includes(c.req.method)) return methodNotAllowed("GET, HEAD");
    return metrics();
  });
  app.notFound(nothingHere);
  app.onError((error, c) => {
    // A client that leaves while it sends its body is not a defect, and never reads the answer.
    if (c.env.incoming.destroyed && !c.env.incoming.complete) return refusal(400, "The body was cut off");
    log.error(defectFields(error), "defect in an HTTP request");
    return refusal(500, "Internal error");
  });
  return app;
}

function admitted(authorization: Authorization, scope: TokenScope): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const { facts } = c.var;
    facts.traceId = traceIdOf(c.req.header("traceparent"));
    const principal = await authorization.admit(c.req.raw, scope);
    if ("response" in principal) {
      facts.refused = principal.reason;
      return principal.response;
    }
    facts.principal = principal;
    await next();
    return undefined;
  };
}

function nothingHere(): Response {
  return refusal(404, "There is nothing at this path: MCP is at /mcp");
}
