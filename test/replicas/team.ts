import { callOf, post } from "../http/running.ts";
import { startTeamServer } from "../http/team-server.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import { startRedis } from "../support/redis.ts";
import type { SandboxOptions } from "../support/sandbox.ts";

export interface TeamOptions {
  readonly replicas: number;
  readonly settings?: SandboxOptions["settings"];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Told {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta: Readonly<Record<string, { readonly kind?: string; readonly billableRequests?: number }>>;
}

/** A sandbox, Redis, and processes of `coldroute http` that share both. All end with the test. */
export async function startTeam({ replicas, settings, environment }: TeamOptions) {
  const sandbox = await sandboxOfTest({ settings: { rateLimits: {}, ...settings } });
  const redis = await startRedis();
  const variables = { ...sandbox.environment, COLDROUTE_REDIS_URL: redis.url, ...environment };
  const start = () => startTeamServer(variables);
  const servers = await Promise.all(Array.from({ length: replicas }, start));
  let calls = 0;
  const call = async (at: number, name: string, args: object, token?: string): Promise<Told> => {
    calls += 1;
    const server = servers[at % servers.length];
    const response = await post(server?.at("/mcp") ?? "", callOf(calls, name, args), {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    });
    const text = await response.text();
    const json = text.startsWith("{") ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? "{}");
    return (JSON.parse(json) as { readonly result: Told }).result;
  };
  return {
    sandbox,
    redis,
    servers,
    start,
    call,
    received: (product: Parameters<typeof sandbox.requestsOf>[0]) => sandbox.requestsOf(product).length,
  };
}

/** The kind of a failed call; undefined for an answer. */
export function kindOf({ _meta }: Told): string | undefined {
  return _meta["coldroute/error"]?.kind;
}

export type Team = Awaited<ReturnType<typeof startTeam>>;

/** Makes some hundred calls a second, up to eight at a time, until `trouble` is over. Numbers count from 1. */
export async function callsUntil(trouble: Promise<void>, call: (number: number) => Promise<Told>): Promise<Told[]> {
  let isOver = false;
  const end = trouble.finally(() => {
    isOver = true;
  });
  const told: Told[] = [];
  let number = 0;
  const work = async (): Promise<void> => {
    while (!isOver) {
      number += 1;
      told.push(await call(number));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([end, ...Array.from({ length: 8 }, work)]);
  return told;
}
