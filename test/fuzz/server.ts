import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

/** The heap that the server may use, so that a leak ends the process and shows. */
const HEAP_MB = 192;

/** A server process with an embedded sandbox. Takes bytes, and passes each output line to `onLine`. */
export function startServer(main: string, onLine: (line: string) => void) {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, main, "--sandbox"], {
    env: {
      COLDROUTE_LOG_LEVEL: "error",
      COLDROUTE_MAX_WAIT_MS: "50000",
      COLDROUTE_TIMEOUT_MS: "50000",
      COLDROUTE_MAX_BILLABLE_PER_CALL: "5",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A write to an ended process fails. The exit code tells why it ended.
  child.stdin.on("error", () => undefined);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  child.stdout.on("end", () => {
    if (rest !== "") onLine(`${rest} (and no newline)`);
  });
  let hasExited = false;
  const exit = once(child, "close").then(([code, signal]): unknown => {
    hasExited = true;
    return code ?? signal;
  });
  return {
    hasExited: () => hasExited,
    stderr: () => stderr,
    /** Resolves when the server has taken the bytes, or has ended. */
    async write(bytes: Buffer): Promise<void> {
      if (bytes.length === 0 || hasExited) return;
      await Promise.race([new Promise<void>((resolve) => child.stdin.write(bytes, () => resolve())), exit]);
    },
    /** The peak of its memory. 0 where the system does not report it. */
    async peakMb(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
    },
    /** Ends its input. Resolves with the exit code or signal, or with "hangs" after `waitMs`. */
    async end(waitMs: number): Promise<unknown> {
      child.stdin.end();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve("hangs"), waitMs);
      });
      const ended = await Promise.race([exit, late]);
      clearTimeout(timer);
      return ended;
    },
    kill: () => child.kill("SIGKILL"),
  };
}

export type FuzzedServer = ReturnType<typeof startServer>;
