/** The value at a path such as `events[0].city` or `data[0].zip`; `undefined` where there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const step of steps(path)) value = isContainer(value) ? value[step] : undefined;
  return value;
}

/** A copy of `root` with `value` at `path`. */
export function withValue<T>(root: T, path: string, value: unknown): T {
  const copy = structuredClone(root);
  const [last = "", ...parents] = steps(path).toReversed();
  const holder = parents.length === 0 ? copy : valueAt(copy, parents.toReversed().join("."));
  if (!isContainer(holder)) throw new Error(`nothing holds ${path}`);
  holder[last] = value;
  return copy;
}

function steps(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== "");
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
