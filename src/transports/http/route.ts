export const PATHS = { mcp: "/mcp", alive: "/healthz", ready: "/readyz", metrics: "/metrics" } as const;
/** Open to load balancers, without a token. */
export const PROBES: ReadonlySet<string> = new Set([PATHS.alive, PATHS.ready]);
const WELL_KNOWN = "/.well-known/oauth-protected-resource";
/** The metadata of the resource `/mcp` (RFC 9728, 3.1). */
export const METADATA_PATH = `${WELL_KNOWN}${PATHS.mcp}`;
/** The bare path, and the path with `/mcp` appended. */
export const METADATA_PATHS: readonly string[] = [WELL_KNOWN, METADATA_PATH];
export const ALL_PATHS: ReadonlySet<string> = new Set([...Object.values(PATHS), ...METADATA_PATHS]);
