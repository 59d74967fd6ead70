/** The lowest version of Node that runs coldroute, as in package.json: major and minor. */
const LOWEST = [20, 19] as const;

/** Says which Node coldroute needs and which this is, if this one is older. */
export function oldNode(process: { readonly version: string; readonly execPath: string }): string | undefined {
  const version = process.version.replace("v", "");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])) return undefined;
  return `coldroute needs Node ${LOWEST.join(".")} or later; this is ${version} at ${process.execPath}`;
}
