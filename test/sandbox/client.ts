import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { APPLICATION, type Application } from "../../src/sandbox/settings.ts";

/** An answer of the sandbox as plain `fetch` sees it; `json` is an empty object where the body is no JSON object. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** `data` of an envelope, where it is an array of objects. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** `meta` of an envelope. */
  readonly meta: Readonly<Record<string, unknown>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export async function see(url: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const json = parse(text);
  const data = Array.isArray(json["data"]) ? json["data"].filter(isObject) : [];
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    data,
    meta: isObject(json["meta"]) ? json["meta"] : {},
  };
}

/** The exchange of spec 4.1 with any body. */
export function exchange(sandbox: Sandbox, body: unknown, headers: Record<string, string> = {}): Promise<Seen> {
  return see(`${sandbox.urls.auth}/oauth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The right body of the exchange. */
export function grant(sandbox: Sandbox, application: Application = APPLICATION): Record<string, string> {
  return {
    grant_type: "client_credentials",
    client_id: application.clientId,
    client_secret: application.clientSecret,
    audience: sandbox.settings.audience,
  };
}

/** A client that got its token and asks the four operations with it. */
export class Client {
  readonly #sandbox: Sandbox;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(sandbox: Sandbox, token: string) {
    this.#sandbox = sandbox;
    this.#headers = { Authorization: `Bearer ${token}` };
  }

  static async of(sandbox: Sandbox, application?: Application): Promise<Client> {
    const { json } = await exchange(sandbox, grant(sandbox, application));
    return new Client(sandbox, String(json["access_token"]));
  }

  alerts(query = ""): Promise<Seen> {
    return see(`${this.#sandbox.urls.risk}/v1/temperature-alerts${query}`, { headers: this.#headers });
  }

  risk(query = ""): Promise<Seen> {
    return see(`${this.#sandbox.urls.risk}/v1/risk-levels${query}`, { headers: this.#headers });
  }

  package(id: string): Promise<Seen> {
    return see(`${this.#sandbox.urls.tracking}/v1/packages/${encodeURIComponent(id)}`, { headers: this.#headers });
  }

  plan(body: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return see(`${this.#sandbox.urls.planning}/shipments`, {
      method: "POST",
      headers: { ...this.#headers, "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** Any method and URL, with the token. */
  send(method: string, url: string): Promise<Seen> {
    return see(url, { method, headers: this.#headers });
  }
}
