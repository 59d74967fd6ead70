/** The scopes of a bearer token: to ask questions, to create plans, to read the metrics. */
export const TOKEN_SCOPES = ["read", "plan", "metrics"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export interface TokenEntry {
  readonly name?: string;
  readonly token: string;
  readonly scopes: readonly TokenScope[];
}

/** A bearer token (RFC 6750, 2.1). A name may precede it, with or without scopes. */
const ENTRY = /^(?:(?<name>[A-Za-z0-9._-]{1,40})(?:\[(?<scopes>[a-z ]+)\])?:)?(?<token>[A-Za-z0-9\-._~+/]+=*)$/;

/** Reads `token`, `name:token` or `name[read plan]:token`. Without brackets a token has every scope. */
export function readTokenEntry(text: string): TokenEntry | undefined {
  const { name, scopes, token } = ENTRY.exec(text)?.groups ?? {};
  if (token === undefined) return undefined;
  const words = scopes?.trim().split(/ +/) ?? TOKEN_SCOPES;
  const granted = TOKEN_SCOPES.filter((scope) => words.includes(scope));
  if (!words.every((word) => granted.some((scope) => scope === word))) return undefined;
  return { ...(name !== undefined && { name }), token, scopes: granted };
}
