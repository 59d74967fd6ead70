import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, onTestFinished } from "vitest";
import { createApi } from "../../src/api/client.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { withOriginRead } from "../../src/server/arguments/default-origin.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { listing } from "../../src/server/listing.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { tools } from "../../src/server/tools.ts";
import { type Received, type Route, type Scripted, startScriptedService } from "../support/scripted-service.ts";
import { StillClock } from "../support/still-clock.ts";

type Json = Readonly<Record<string, unknown>>;

/** An answer or a refusal of a tool, as a host gets it. */
export interface Told {
  readonly result: ToolResult;
  readonly text: string;
  /** The structured content; empty where the tool failed. */
  readonly structured: Json;
  readonly error: Json | undefined;
  readonly usage: Json;
}

/** The tools in their catalogue, on a clock that stands still, over a service on loopback. */
export interface Asking {
  ask(tool: string, args?: unknown, signal?: AbortSignal): Promise<Told>;
  readonly clock: StillClock;
  readonly progress: readonly object[];
}

const schemas = new AjvJsonSchemaValidator();
const validators = new Map(tools.map((tool) => [tool.name, schemas.getValidator(listing(tool, false).outputSchema)]));

/** The objection of a client that checks results (G-tools). */
function objectionTo(tool: string, structured: Json): string | undefined {
  return validators.get(tool)?.(JSON.parse(JSON.stringify(structured))).errorMessage;
}

export type Environment = Readonly<Record<string, string>>;

function asking(environment: Environment, clock: StillClock, isDefective: boolean = false): Asking {
  const loaded = loadConfig(environment);
  const config = loaded.defaultOrigin === undefined ? loaded : withOriginRead(loaded);
  const log = createLog({ level: "silent" });
  const client = createApi({ config, clock, random: () => 0, log });
  onTestFinished(() => client.close());
  const api = async () => {
    if (isDefective) throw new Error("a defect");
    return client;
  };
  const catalogue = createCatalogue({ config, api, clock, random: () => 0.5, log });
  const steps: object[] = [];
  return {
    clock,
    progress: steps,
    async ask(tool, args = {}, signal = new AbortController().signal) {
      const result = await catalogue.call(tool, args, { signal, progress: (step) => steps.push(step) });
      if ("noSuchTool" in result) throw new Error(result.noSuchTool);
      const { content, structuredContent = {}, _meta: meta } = result;
      if (result.isError !== true) expect(objectionTo(tool, structuredContent)).toBeUndefined();
      const usage = meta["coldroute/usage"] as Json;
      return {
        result,
        text: content[0].text,
        structured: structuredContent,
        error: meta["coldroute/error"] as Json | undefined,
        usage,
      };
    },
  };
}

/** No answer, while so much time goes by for coldroute. */
export interface Silence {
  readonly silentMs: number;
}

export type Answering = (request: Received) => Scripted | Silence | Promise<Scripted | Silence>;
export type Scripts = Readonly<Partial<Record<Route, Answering>>>;

/** The tools over answers that the test dictates. */
export async function askScripted(scripts: Scripts, settings: Environment = {}) {
  const clock = new StillClock();
  const playing = (answering: Answering) => async (request: Received) => {
    const answer = await answering(request);
    if (typeof answer === "string" || !("silentMs" in answer)) return answer;
    void clock.advance(answer.silentMs);
    return "hang";
  };
  const played = Object.entries(scripts).map(([route, answering]) => [route, playing(answering)] as const);
  const service = await startScriptedService(Object.fromEntries(played));
  onTestFinished(() => service.close());
  return { service, ...asking({ ...service.environment, ...settings }, clock) };
}

/** The tools over the sandbox. */
export async function askSandbox(options: SandboxOptions = {}, settings: Environment = {}) {
  const clock = new StillClock();
  const sandbox = await startSandbox({ clock, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, ...asking({ ...sandbox.environment, COLDROUTE_SANDBOX: "1", ...settings }, clock) };
}

/** The tools under any environment: nothing configured, or a defect in what they stand on. */
export function askUnder(environment: Environment, isDefective: boolean = false): Asking {
  return asking(environment, new StillClock(), isDefective);
}
