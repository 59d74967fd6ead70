import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { SandboxSettings } from "../support/sandbox.ts";

/** The simulated service in a process of its own, for coldroute and for requests by hand. */
export interface ServiceProcess {
  readonly environment: Readonly<Record<string, string>>;
  /** The `Authorization` header for requests by hand. */
  readonly authorization: string;
  /** A URL below one of the service's base URLs. */
  url(base: "RISK" | "TRACKING", path: string): string;
  stop(): Promise<void>;
}

export async function startService(
  settings: Partial<SandboxSettings> & { readonly latencyMs?: number; readonly isWide?: boolean } = {},
): Promise<ServiceProcess> {
  const unlimited = JSON.stringify({ rateLimits: {}, ...settings });
  const child = spawn(process.execPath, [fileURLToPath(new URL("service.js", import.meta.url)), unlimited], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const environment = JSON.parse(line) as Record<string, string>;
  const response = await fetch(`${environment["COLDROUTE_AUTH_URL"]}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: environment["COLDROUTE_CLIENT_ID"],
      client_secret: environment["COLDROUTE_CLIENT_SECRET"],
      audience: environment["COLDROUTE_AUDIENCE"],
      grant_type: "client_credentials",
    }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return {
    environment,
    authorization: `Bearer ${token}`,
    url: (base, path) => `${environment[`COLDROUTE_${base}_URL`]}${path}`,
    stop: async () => {
      const exit = once(child, "exit");
      child.stdin.end();
      await exit;
    },
  };
}
