import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

const MAIN = new URL("../../dist/main.cjs", import.meta.url);

/** The heap that the server may use, so that memory without bound ends the process and is seen. */
const HEAP_MB = 192;

/** A server process with an embedded sandbox, spoken to in bytes. */
export class FuzzedServer {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | string | null>;
  #stderr = "";
  #hasExited = false;

  /** @param onLine Is told every line of stdout, without its newline. */
  constructor(main: string, onLine: (line: string) => void) {
    this.#child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, main, "--sandbox"], {
      env: {
        COLDROUTE_LOG_LEVEL: "error",
        COLDROUTE_MAX_WAIT_MS: "50000",
        COLDROUTE_TIMEOUT_MS: "50000",
        COLDROUTE_MAX_BILLABLE_PER_CALL: "5",
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#exit = once(this.#child, "close").then(([code, signal]) => {
      this.#hasExited = true;
      return code ?? signal;
    });
    // What it cannot be told any more shows in how it ended.
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-10_000);
    });
    let rest = "";
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    });
    this.#child.stdout?.on("end", () => {
      if (rest !== "") onLine(`${rest} (and no newline)`);
    });
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves when the server has taken the bytes, or is gone. */
  async write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || this.#hasExited) return;
    const written = new Promise<void>((resolve) => this.#child.stdin?.write(bytes, () => resolve()));
    await Promise.race([written, this.#exit]);
  }

  /** The most memory it has taken so far, in MB; undefined where the system does not tell. */
  async peakMb(): Promise<number | undefined> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, "utf8").catch(() => "");
    const peakKb = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    return peakKb === undefined ? undefined : Math.round(Number(peakKb) / 1024);
  }

  /** Ends its input; its exit code or signal, once everything it wrote has been read, or "hangs" after `maxMs`. */
  async end(maxMs: number): Promise<number | string | null> {
    this.#child.stdin?.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve("hangs"), maxMs);
    });
    const ended = await Promise.race([this.#exit, late]);
    clearTimeout(timer);
    this.kill();
    return ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

/** The server as it is built. */
export const BUILT_MAIN = MAIN.pathname;
