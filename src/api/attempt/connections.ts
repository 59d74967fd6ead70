import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { ProxyAddress } from "../../domain/failure.ts";
import { isLoopback } from "../../domain/loopback.ts";

/** The connections to the service, kept open for later requests: one set for each origin and method. */
export class Connections {
  readonly #connectTimeoutMs: number;
  readonly #agents = new Map<string, Dispatcher>();
  readonly #askedProxies = new Map<string, ProxyAddress>();

  constructor(connectTimeoutMs: number) {
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  /** The connections to `origin`. Those to loopback, such as to the embedded sandbox, bypass every proxy. */
  to(origin: string, method: "GET" | "POST"): Dispatcher {
    const key = `${method} ${origin}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const options = { connect: { timeout: this.#connectTimeoutMs }, headersTimeout: 0, bodyTimeout: 0 };
    // A POST never reuses a connection. On a dead one, nobody could tell whether the POST arrived.
    const agent = this.#agentTo(origin, method === "POST" ? { ...options, pipelining: 0 } : options);
    this.#agents.set(key, agent);
    return agent;
  }

  proxyOf(origin: string): ProxyAddress | undefined {
    return this.#askedProxies.get(origin);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  #agentTo(origin: string, options: Agent.Options): Dispatcher {
    const http = environmentValue("http_proxy", "HTTP_PROXY");
    const https = environmentValue("https_proxy", "HTTPS_PROXY") ?? http;
    if (https === undefined || isLoopback(new URL(origin).hostname)) return new Agent(options);
    const url = https.value;
    const proxy = { address: new URL(url).host, variable: https.name };
    const noProxy = environmentValue("no_proxy", "NO_PROXY")?.value ?? "";
    const clientFactory = (proxyUrl: URL, clientOptions: object): Dispatcher =>
      proxyClient(proxyUrl, clientOptions, () => this.#askedProxies.set(origin, proxy));
    return new EnvHttpProxyAgent({ ...options, httpProxy: url, httpsProxy: url, noProxy, clientFactory });
  }
}

/** undici connects again without end as long as connecting fails with one of these codes. */
const RETRIED: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "UND_ERR_INFO"]);

/** The connections to a proxy. One that is closed or refused fails: with `PROXY_CLOSED`, or a status as `PROXY_407`. */
function proxyClient(url: URL, options: object, onAsk: () => void): Dispatcher {
  const pool = new Pool(url, options);
  const ask = pool.connect.bind(pool);
  const connect = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    onAsk();
    const answer = await ask(request).catch((error: Error & { readonly code?: string }) => {
      throw RETRIED.has(error.code ?? "") ? proxyError("PROXY_CLOSED") : error;
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on("error", () => undefined).destroy();
    throw proxyError(`PROXY_${answer.statusCode}`);
  };
  return Object.assign(pool, { connect });
}

function proxyError(code: string): Error {
  return Object.assign(new Error("the proxy opened no way to the service"), { code });
}

/** `EnvHttpProxyAgent` would take a blank value for a set one. */
function environmentValue(...names: readonly string[]) {
  const values = names.map((name) => ({ name, value: process.env[name]?.trim() ?? "" }));
  return values.find(({ value }) => value !== "");
}
