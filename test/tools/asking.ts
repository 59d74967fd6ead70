import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, onTestFinished } from "vitest";
import { createApi } from "../../src/api/client.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { withOriginRead } from "../../src/server/arguments/default-origin.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { listing } from "../../src/server/listing.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { tools } from "../../src/server/tools.ts";
import { sandboxOfTest } from "../support/per-test.ts";
import type { SandboxOptions } from "../support/sandbox.ts";
import { type Scripts, startScriptedService } from "../support/scripted-service.ts";
import { StillClock } from "../support/still-clock.ts";

type Json = Readonly<Record<string, unknown>>;

/** An answer or a refusal of a tool, as a host gets it. */
export interface Told {
  readonly result: ToolResult;
  readonly text: string;
  /** The structured content; empty if the tool failed. */
  readonly structured: Json;
  readonly error: Json | undefined;
  readonly usage: Json;
}

/** The tools in their catalogue, on a clock that stands still, over a service on loopback. */
export interface Asking {
  ask(tool: string, args?: unknown): Promise<Told>;
  readonly clock: StillClock;
  readonly progress: readonly object[];
}

const schemas = new AjvJsonSchemaValidator();
const validators = new Map(tools.map((tool) => [tool.name, schemas.getValidator(listing(tool, false).outputSchema)]));

/** The error of a client that validates results (G-tools). */
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
    async ask(tool, args = {}) {
      const { signal } = new AbortController();
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

/** The tools over answers that the test dictates. */
export async function askScripted(scripts: Scripts, settings: Environment = {}) {
  const clock = new StillClock();
  const service = await startScriptedService(scripts, (ms) => clock.advance(ms));
  return { service, ...asking({ ...service.environment, ...settings }, clock) };
}

/** The tools over the sandbox. */
export async function askSandbox(options: SandboxOptions = {}, settings: Environment = {}) {
  const clock = new StillClock();
  const sandbox = await sandboxOfTest({ clock, ...options });
  return { sandbox, ...asking({ ...sandbox.environment, COLDROUTE_SANDBOX: "1", ...settings }, clock) };
}

/** The tools in any environment. With `isDefective`, the client of the service cannot be created. */
export function askUnder(environment: Environment, isDefective: boolean = false): Asking {
  return asking(environment, new StillClock(), isDefective);
}
