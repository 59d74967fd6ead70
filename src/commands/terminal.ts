import { writeError } from "../runtime/standard-error.ts";

/** Prints a line on standard error. */
export const complain = writeError;

/** Prints a line on standard output. `onLoss` hears that it could not be written, before the process ends. */
export function print(line: string = "", onLoss: () => void = () => undefined): void {
  process.stdout.write(`${line}\n`, (error) => error && onLoss());
}

const COLUMNS = 100;

/** Breaks a text at blanks into lines that fit into 100 columns beside `indented` ones. Longer words and rows of a table stay whole. */
export function wrap(text: string, indented: number): string[] {
  const columns = COLUMNS - indented;
  return text.split("\n").flatMap((line) => (/\S {2}/.test(line) ? line : wrapLine(line, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  const hanging = /^ */.exec(line)?.[0] ?? "";
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (longer.length <= columns || current.trim() === "") current = longer;
    else {
      lines.push(current);
      current = `${hanging}${word}`;
    }
  }
  return [...lines, current];
}

/**
 * Aborted at the first signal that asks the process to end. A second signal ends it at once. SIGHUP does not
 * count where `reload` takes it.
 */
export function untilSignalled(reload: () => boolean = () => false): AbortSignal {
  const stop = new AbortController();
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) endBy(signal, code);
      if (signal === "SIGHUP" && reload()) return;
      stop.abort();
    });
  }
  return stop.signal;
}

/** Leaves the end to the system, since exit waits for a thread that hangs, in a name look-up for one. */
function endBy(signal: NodeJS.Signals, code: number): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The system spares the first process of a container.
  process.exit(code);
}
