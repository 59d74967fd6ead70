/** Engine errors whose messages name code, never data. */
const CODE_ERRORS: ReadonlySet<string> = new Set(["TypeError", "ReferenceError", "RangeError"]);

/**
 * What the log says about something thrown that nobody expected: its name and where, but the message only of errors
 * whose messages name no data, since any other (of a JSON parser, say) may quote an address or a secret.
 */
export function defectFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(CODE_ERRORS.has(error.name) ? { cause: error.message } : {}),
    stack: frames.map((line) => line.trim()),
  };
}
