import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Lets a process report its heap after a forced collection, and the longest turn of its event loop since the last report. */
const PROBE = `
  const turns = process.getBuiltinModule("node:perf_hooks").monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  process.on("message", (figure) => {
    if (figure === "heap") { gc(); gc(); }
    process.send(figure === "heap" ? process.memoryUsage().heapUsed : turns.max / 1e6);
    turns.reset();
  });`;

/** A server in a process of its own. */
export interface ServerUnderLoad {
  readonly url: URL;
  /** The bytes in its heap after a forced collection. */
  heapBytes(): Promise<number>;
  /** The longest turn of its event loop since the last call. */
  longestTurnMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a script that prints `… listens on URL` as its first line. */
export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerUnderLoad> {
  const flags = ["--expose-gc", `--import=data:text/javascript,${encodeURIComponent(PROBE)}`];
  const child: ChildProcess = spawn(process.execPath, [...flags, ...args], {
    env: { PATH: process.env["PATH"] ?? "", COLDROUTE_LOG_LEVEL: "error", ...environment },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (child.stdout === null) throw new Error("a child's output is piped");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const ask = async (figure: "heap" | "turn"): Promise<number> => {
    child.send(figure);
    const [answer] = (await once(child, "message")) as [number];
    return answer;
  };
  return {
    url: new URL(line.slice(line.indexOf("http"))),
    heapBytes: () => ask("heap"),
    longestTurnMs: () => ask("turn"),
    stop: async () => {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}
