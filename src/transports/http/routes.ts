import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { readTraceparent } from "../../domain/trace-context.ts";
import type { AuthorizationRules } from "../../http-config.ts";
import { defectFields } from "../../runtime/defect.ts";
import type { Log } from "../../runtime/log.ts";
import { INVALID_REQUEST, type Refusal, refuse, SERVER_ERROR } from "./answers.ts";
import type { Authorize } from "./authorization.ts";
import type { Principal } from "./caller.ts";
import { challengeFor, METADATA_PATH, originOf, resourceMetadata } from "./challenge.ts";
import type { Exchange, Route } from "./exchange.ts";
import type { HostCheck } from "./host-check.ts";
import type { Exposition } from "./http-observer.ts";
import { type McpEndpoint, methodNotAllowed } from "./mcp-endpoint.ts";
import type { Outflow } from "./outflow.ts";

export interface RouteParts {
  readonly hosts: HostCheck;
  readonly rules: AuthorizationRules;
  readonly authorize: Authorize;
  readonly endpoint: McpEndpoint;
  readonly outflow: Outflow;
  readonly maxHeaders: number;
  readonly log: Log;
  readonly metrics?: (() => Promise<Exposition>) | undefined;
}

/** What a request brings along besides itself. */
export interface Surrounding {
  Bindings: HttpBindings & { readonly exchange: Exchange };
  Variables: { principal: Principal };
}
type Routed = Context<Surrounding>;

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ...(["/mcp", "/healthz", "/readyz", "/metrics", METADATA_PATH] as const).map((path) => [path, path] as const),
  [`${METADATA_PATH}/mcp`, METADATA_PATH],
]);

/** Headers that a page's script may read and send, besides those that any page may. */
const EXPOSED_HEADERS = ["Mcp-Session-Id", "WWW-Authenticate", "Retry-After"];

/** The paths of this server and what stands before each: hosts and origins, authorization, the size of a body. */
export function routes(parts: RouteParts): Hono<Surrounding> {
  const { hosts, rules, endpoint, outflow, log } = parts;
  const app = new Hono<Surrounding>();
  const open = (path: Route, answer: (c: Routed) => Response): void => {
    app.get(path, (c) => answer(c));
    app.all(path, () => refuse(methodNotAllowed("GET, HEAD")));
  };
  app.use(noted);
  app.use(withHeadersOf(parts.maxHeaders));
  app.use(withHost);
  open("/healthz", (c) => c.json({ status: "alive" }));
  open("/readyz", (c) => (endpoint.isReady ? c.json({ status: "ready" }) : c.json({ status: "draining" }, 503)));
  app.use(fromAllowedHost(hosts));
  // Before authorization: browsers ask without a token whether they may send one.
  app.use(
    cors({ origin: (origin) => origin, allowMethods: ["GET", "POST", "DELETE"], exposeHeaders: EXPOSED_HEADERS }),
  );
  for (const path of [METADATA_PATH, `${METADATA_PATH}/mcp`]) {
    app.on(["GET"], path, (c) => {
      const metadata = resourceMetadata(rules, originOf(c.req.raw));
      return metadata === undefined ? refuse(NOT_FOUND) : c.json(metadata);
    });
  }
  app.all("/mcp", authorized(parts), async (c) => {
    const { exchange } = c.env;
    const response = await endpoint.handle({ request: c.req.raw, exchange, principal: c.var.principal });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!isStream) return response;
    // The SDKs would keep it open though its client asked that it be closed (RFC 9112, 9.6).
    response.headers.delete("connection");
    return outflow.watch(response, () => exchange.cut());
  });
  app.all("/metrics", authorized(parts), async (c) => {
    if (parts.metrics === undefined) return refuse(NOT_FOUND);
    if (!["GET", "HEAD"].includes(c.req.raw.method)) return refuse(methodNotAllowed("GET, HEAD"));
    const { text, contentType } = await parts.metrics();
    return c.body(text, 200, { "content-type": contentType });
  });
  app.notFound(() => refuse(NOT_FOUND));
  app.onError((error) => {
    log.error(defectFields(error), "defect in an HTTP request");
    return refuse(DEFECT);
  });
  return app;
}

/** The exchange knows its route as it is routed, however the target spells it, and whatever it is answered. */
const noted: MiddlewareHandler<Surrounding> = async (c, next) => {
  c.env.exchange.asks({ route: ROUTES.get(c.req.path) ?? "other" });
  await next();
};

/** What comes after the last header that is read could be an Origin, or a second Host. */
function withHeadersOf(maxHeaders: number): MiddlewareHandler<Surrounding> {
  return async (c, next) => {
    if (c.env.incoming.rawHeaders.length / 2 > maxHeaders) return refuse(TOO_MANY_HEADERS);
    await next();
    return undefined;
  };
}

/** RFC 9112, 3.2: before there was HTTP/1.1, a request could do without. */
const withHost: MiddlewareHandler<Surrounding> = async (c, next) => {
  const { httpVersion, headers } = c.env.incoming;
  if (headers.host === undefined && httpVersion !== "1.0") return refuse(NO_HOST);
  await next();
  return undefined;
};

function fromAllowedHost(hosts: HostCheck): MiddlewareHandler<Surrounding> {
  return async (c, next) => {
    const origin = c.req.header("origin");
    const { host: named = [] } = c.env.incoming.headersDistinct;
    if (named.length > 1) return refuse(TWO_HOSTS);
    const allowed = hosts.allowsHost(named[0]) && hosts.allowsHost(hostInTarget(c.env.incoming.url) ?? named[0]);
    if (!allowed) return refuse(FOREIGN_HOST);
    if (origin !== undefined && !hosts.allowsOrigin(origin)) return refuse(FOREIGN_ORIGIN);
    await next();
    return undefined;
  };
}

/** The host that a target in absolute form names itself (RFC 9112, 3.2.2); undefined for a path. */
function hostInTarget(target = "/"): string | undefined {
  return target.startsWith("/") ? undefined : (/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? "");
}

function authorized({ authorize, rules }: RouteParts): MiddlewareHandler<Surrounding> {
  return async (c, next) => {
    const proof = await authorize(c.req.header("authorization"));
    const challenge = challengeFor(proof, rules, originOf(c.req.raw));
    if (challenge !== undefined) return refuse(challenge);
    if (typeof proof === "string") throw new Error("every proof but a principal has its challenge");
    c.set("principal", proof);
    c.env.exchange.caller = { principal: proof, trace: readTraceparent(c.req.header("traceparent")) };
    await next();
    return undefined;
  };
}

const NOT_FOUND: Refusal = { status: 404, code: SERVER_ERROR, message: "There is nothing at this path" };
const DEFECT: Refusal = { status: 500, code: -32603, message: "Internal error" };
const TOO_MANY_HEADERS: Refusal = {
  status: 431,
  code: INVALID_REQUEST,
  message: "Invalid request: too many headers",
  headers: { connection: "close" },
};
const NO_HOST: Refusal = { status: 400, code: INVALID_REQUEST, message: "Invalid request: it names no host" };
/** RFC 9112, 3.2. */
const TWO_HOSTS: Refusal = { status: 400, code: INVALID_REQUEST, message: "Invalid request: it names two hosts" };
const FOREIGN_HOST: Refusal = {
  status: 403,
  code: SERVER_ERROR,
  message: "This Host is not allowed; see COLDROUTE_HTTP_ALLOWED_HOSTS",
};
const FOREIGN_ORIGIN: Refusal = {
  status: 403,
  code: SERVER_ERROR,
  message: "This Origin is not allowed; see COLDROUTE_HTTP_ALLOWED_ORIGINS",
};
