/** Engine errors whose messages name code, never data. */
const CODE_ERRORS: ReadonlySet<string> = new Set(["TypeError", "ReferenceError", "RangeError"]);

/** Log fields of an unexpected error. They include the message of an engine error alone: others may quote a secret. */
export function defectFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(CODE_ERRORS.has(error.name) ? { cause: error.message } : {}),
    stack: frames.map((line) => line.trim()),
  };
}
