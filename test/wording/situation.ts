import { type Asking, askSandbox, askScripted, askUnder, type Environment, type Told } from "../support/asking.ts";
import type { SandboxOptions } from "../support/sandbox.ts";
import type { Scripts } from "../support/scripted-service.ts";

/** One tool call in one state of the service and settings; `name` is that of the committed text. */
export interface Situation {
  readonly name: string;
  readonly tool: string;
  readonly args: unknown;
  /** The service's answers; by default those of the sandbox. */
  readonly service?: Scripts;
  readonly sandbox?: SandboxOptions;
  readonly settings?: Environment;
  /** Nothing is configured, or the code has a defect. */
  readonly broken?: "unconfigured" | "defective";
  /** What happens before the call. */
  readonly before?: (asking: Asking) => Promise<unknown>;
}

export async function putQuestion(situation: Situation): Promise<Told> {
  const { tool, args, before } = situation;
  const asking = await askingIn(situation);
  await before?.(asking);
  return asking.ask(tool, args);
}

async function askingIn({ service, sandbox, settings = {}, broken }: Situation): Promise<Asking> {
  if (broken === "unconfigured") return askUnder(settings);
  if (broken === "defective") return askUnder({ ...ANYWHERE, ...settings }, { isDefective: true });
  return service === undefined ? askSandbox(sandbox, settings) : askScripted(service, settings);
}

/** A complete configuration for a service that does not exist. */
const ANYWHERE: Environment = {
  COLDROUTE_CLIENT_ID: "client",
  COLDROUTE_CLIENT_SECRET: "the-client-secret",
  COLDROUTE_AUDIENCE: "urn:anywhere:public-api",
  COLDROUTE_AUTH_URL: "http://127.0.0.1:9",
  COLDROUTE_RISK_URL: "http://127.0.0.1:9",
  COLDROUTE_PLANNING_URL: "http://127.0.0.1:9",
  COLDROUTE_TRACKING_URL: "http://127.0.0.1:9",
};

/** The committed form: the call, and the text. */
export function committedText({ tool, args }: Situation, { text }: Told): string {
  return `${tool} ${JSON.stringify(args)}\n\n${text}\n`;
}
