import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";

/** The connections to the service, kept open for later requests: one set for each origin and method. */
export class Connections {
  readonly #connectTimeoutMs: number;
  readonly #agents = new Map<string, Dispatcher>();

  constructor(connectTimeoutMs: number) {
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  /** The connections to `origin`. Those to loopback, such as to the embedded sandbox, bypass every proxy. */
  to(origin: string, method: "GET" | "POST"): Dispatcher {
    const key = `${method} ${origin}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const proxies = environmentProxies();
    const isDirect = isLoopbackUrl(new URL(origin)) || (proxies.httpProxy === "" && proxies.httpsProxy === "");
    const options = { connect: { timeout: this.#connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 };
    // A POST never reuses a connection. On a dead one, nobody could tell whether the POST arrived.
    const own = method === "POST" ? { ...options, pipelining: 0 } : options;
    const agent = isDirect ? new Agent(own) : new EnvHttpProxyAgent({ ...own, ...proxies });
    this.#agents.set(key, agent);
    return agent;
  }

  /** Closes every connection, with whatever is under way on it. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }
}

/** Reads the proxies from the environment. `EnvHttpProxyAgent` would do so itself, but throws on a blank value. */
function environmentProxies() {
  const proxyOf = (...names: readonly string[]): string =>
    // undici reads `NO_PROXY` from `process.env`, so read the others there, too.
    names.map((name) => process.env[name]?.trim() ?? "").find((text) => text !== "") ?? "";
  return { httpProxy: proxyOf("http_proxy", "HTTP_PROXY"), httpsProxy: proxyOf("https_proxy", "HTTPS_PROXY") };
}

function isLoopbackUrl({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}
