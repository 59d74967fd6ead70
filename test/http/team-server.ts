import { startProcess } from "../support/server-process.ts";

/** Starts `coldroute http` as its own process and waits until it listens. Killed after the test. */
export async function startTeamServer(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const server = startProcess(["http", "--port", "0", ...args], environment);
  const url = /^coldroute listens on (http:\S+)$/.exec(await server.line())?.[1] ?? "";
  return { ...server, url, at: (path: string) => new URL(path, url).href };
}
