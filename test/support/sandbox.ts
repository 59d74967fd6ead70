import type { IncomingMessage } from "node:http";
import * as plain from "../../src/sandbox/sandbox.ts";
import type { Origin } from "../../src/sandbox/settings.ts";
import { ALL_FAULTS, type Fault } from "./sandbox-faults.ts";

export type { Fault } from "./sandbox-faults.ts";

/** The options of a test's sandbox, which knows every kind of fault. */
export type SandboxOptions = Omit<plain.SandboxOptions<Fault>, "effects" | "watch">;

/** A sandbox that knows every kind of fault and finds misplaced credentials. */
export interface Sandbox extends plain.Sandbox<Fault> {
  /** Credentials in wrong places. A sound client causes none. */
  readonly misplacedCredentials: readonly string[];
}

/** The most misplaced credentials recorded. One is enough to fail. */
const MAX_MISPLACED = 1_000;

/** Starts the simulated service for a test. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const misplacedCredentials: string[] = [];
  const sandbox = await plain.startSandbox<Fault>({
    ...options,
    effects: ALL_FAULTS,
    watch: (...request) => {
      if (misplacedCredentials.length < MAX_MISPLACED) misplacedCredentials.push(...misplaced(sandbox, ...request));
    },
  });
  return Object.assign(sandbox, { misplacedCredentials });
}

/**
 * The credentials in wrong places, each with kind and place. The secret belongs to the token endpoint's body alone, a
 * token to the Authorization header of the four operations (service.md 4, 5.1, 5.3).
 */
function misplaced(
  { settings, tokens }: plain.Sandbox<Fault>,
  message: IncomingMessage,
  body: Buffer,
  origin: Origin | null,
): readonly string[] {
  const place = `${message.method} ${message.url}`;
  const found: string[] = [];
  if (message.headers.authorization !== undefined && (origin === "token" || origin === null))
    found.push(`token: ${place}`);
  const head = [message.url, ...message.rawHeaders].join("\n");
  const content = body.toString();
  if (
    settings.applications.some(({ clientSecret }) =>
      (origin === "token" ? head : head + content).includes(clientSecret),
    )
  )
    found.push(`secret: ${place}`);
  if (tokens.some((token) => message.url?.includes(token) || content.includes(token))) found.push(`token: ${place}`);
  return found;
}
