/** Prints a line on standard output. */
export function print(line: string = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line on standard error. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Breaks a text at blanks into lines of at most `columns` characters. Longer words and rows of a table stay whole. */
export function wrap(text: string, columns: number): string[] {
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

/** Resolves at the first signal that asks the process to end. A second signal ends it at once. */
export function untilSignalled(): AbortSignal {
  const stop = new AbortController();
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(code);
      stop.abort();
    });
  }
  return stop.signal;
}
