import type { IncomingMessage } from "node:http";
import type { Route } from "./router.ts";
import type { Application } from "./settings.ts";

/**
 * Credentials in a request that do not belong there: the secret goes to the token endpoint's body alone, a token to the
 * Authorization header of the four operations alone (spec 4, 5.1, 5.3). Each as what it is and where it was seen.
 */
export function misplacedCredentials(
  message: IncomingMessage,
  route: Route,
  body: Buffer | null,
  applications: readonly Application[],
  tokens: readonly string[],
): readonly string[] {
  const place = `${message.method} ${message.url}`;
  const isExchange = "origin" in route && route.origin === "token";
  const found: string[] = [];
  if (message.headers.authorization !== undefined && (isExchange || !("origin" in route)))
    found.push(`token: ${place}`);
  const head = [message.url, ...message.rawHeaders].join("\n");
  const content = body?.toString() ?? "";
  if (applications.some(({ clientSecret }) => (isExchange ? head : head + content).includes(clientSecret))) {
    found.push(`secret: ${place}`);
  }
  if (tokens.some((token) => message.url?.includes(token) || content.includes(token))) found.push(`token: ${place}`);
  return found;
}
