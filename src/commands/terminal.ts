/** Calls `onLoss` if the write fails, before the process ends. */
export function print(line: string, onLoss: () => void = () => undefined): void {
  process.stdout.write(`${line}\n`, (error) => error && onLoss());
}

const COLUMNS = 100;

/** Breaks a text at blanks into lines of 100 columns minus `indented`. Keeps longer words and table rows whole. */
export function wrap(text: string, indented: number): string[] {
  return text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const columns = COLUMNS - indented - indent.length;
    const parts = line.match(new RegExp(`(?:\\S.{0,${columns - 1}}|\\S+)(?= |$)`, "g")) ?? [""];
    return /\S {2}/.test(line) ? line : parts.map((part) => indent + part);
  });
}

/** A word as a shell of the platform reads it. */
export function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (platform === "win32" || !word.includes("\\"))) return word;
  return platform === "win32" ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Aborts at the first signal; a second ends the process at once. SIGHUP does not abort if `reload` returns true. */
export function untilSignalled(reload: () => boolean = () => false): AbortSignal {
  const shutdown = new AbortController();
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (shutdown.signal.aborted) endBy(signal, code);
      if (signal === "SIGHUP" && reload()) return;
      shutdown.abort();
    });
  }
  return shutdown.signal;
}

/** Lets the system end the process: `exit` would wait for a hanging thread, for example in a DNS look-up. */
function endBy(signal: NodeJS.Signals, code: number): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The signal does not end the first process of a container.
  process.exit(code);
}
