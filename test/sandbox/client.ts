import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { AUDIENCE, CLIENT_ID, CLIENT_SECRET } from "../../src/sandbox/settings.ts";

/** An answer of the sandbox as plain `fetch` sees it; `json` is empty if the body is no JSON object. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Members;
  /** `data` of an envelope: the objects in it; empty if it is no list. */
  readonly data: readonly Members[];
  /** `meta` of an envelope. */
  readonly meta: Members;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

export async function see(url: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const { status, headers } = response;
  const text = await response.text();
  const json = parsed(text);
  const data = Array.isArray(json["data"]) ? json["data"].filter(isMembers) : [];
  return { status, headers, text, json, data, meta: isMembers(json["meta"]) ? json["meta"] : {} };
}

/** The token exchange of service.md 4.1 with any body. */
export function exchange(sandbox: Sandbox, body: unknown, headers: Record<string, string> = {}): Promise<Seen> {
  return see(`${sandbox.urls.auth}/oauth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export const GRANT = {
  grant_type: "client_credentials",
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  audience: AUDIENCE,
};

export type Client = Awaited<ReturnType<typeof startClient>>;

export async function startClient(sandbox: Sandbox) {
  const { json } = await exchange(sandbox, GRANT);
  const own = { Authorization: `Bearer ${String(json["access_token"])}` };
  const { risk, tracking, planning } = sandbox.urls;
  const send = (method: string, url: string) => see(url, { method, headers: own });
  return {
    send,
    alerts: (query = "") => send("GET", `${risk}/v1/temperature-alerts${query}`),
    risk: (query = "") => send("GET", `${risk}/v1/risk-levels${query}`),
    package: (id: string) => send("GET", `${tracking}/v1/packages/${encodeURIComponent(id)}`),
    plan: (body: unknown, headers: Record<string, string> = {}) =>
      see(`${planning}/shipments`, {
        method: "POST",
        headers: { ...own, "Content-Type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}
