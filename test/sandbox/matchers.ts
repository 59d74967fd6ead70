import { expect } from "vitest";

/** Matchers typed as `unknown`, so that an expectation holding one stays typed. */
export const aString: unknown = expect.any(String);
export const aNumber: unknown = expect.any(Number);
export const anArray: unknown = expect.any(Array);

export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function containing(part: string): unknown {
  return expect.stringContaining(part);
}

export function including(fields: Readonly<Record<string, unknown>>): unknown {
  return expect.objectContaining(fields);
}
