import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, onTestFinished } from "vitest";
import { createApi } from "../../src/api/api.ts";
import type { Api } from "../../src/api/model/api.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { withOriginRead } from "../../src/server/arguments/default-origin.ts";
import { type Catalogue, createCatalogue } from "../../src/server/catalogue.ts";
import { listing } from "../../src/server/listing.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { tools } from "../../src/server/tools.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { sandboxOfTest } from "./per-test.ts";
import { BOX, sendsPlans } from "./samples.ts";
import type { SandboxOptions } from "./sandbox.ts";
import { type Scripts, startScriptedService } from "./scripted-service.ts";
import { StillClock } from "./still-clock.ts";

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
  readonly catalogue: Catalogue;
  readonly api: Api;
  readonly clock: StillClock;
  readonly progress: readonly object[];
  /** The log. */
  readonly lines: readonly string[];
}

export type Environment = Readonly<Record<string, string>>;

/** Replaces parts of what a test normally asks. */
interface Replaced {
  /** Default: the real tools. */
  readonly tools?: readonly Tool[];
  /** The client of the service cannot be created. */
  readonly isDefective?: boolean;
}

const schemas = new AjvJsonSchemaValidator();
const validators = new Map(tools.map((tool) => [tool, schemas.getValidator(listing(tool, false).outputSchema)]));

function asking(environment: Environment, clock: StillClock, { tools: replaced, isDefective }: Replaced = {}) {
  const loaded = loadConfig(environment);
  const config = loaded.defaultOrigin === undefined ? loaded : withOriginRead(loaded);
  const lines: string[] = [];
  const log = createLog({ level: "trace", clock, write: (line) => lines.push(line) });
  const client = createApi({ config, clock, random: () => 0, log });
  onTestFinished(() => client.close());
  const api = async () => {
    if (isDefective === true) throw new Error("a defect");
    return client;
  };
  const catalogue = createCatalogue({ config, api, clock, random: () => 0.5, log }, replaced);
  const progress: object[] = [];
  const ask = async (name: string, args: unknown = {}): Promise<Told> => {
    const { signal } = new AbortController();
    const result = await catalogue.call(name, args, { signal, progress: (step) => progress.push(step) });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    const { content, structuredContent = {}, _meta: meta } = result;
    const tool = (replaced ?? tools).find((each) => each.name === name);
    // A client that validates results must accept each (G-tools).
    if (result.isError !== true && tool !== undefined)
      expect(validators.get(tool)?.(JSON.parse(JSON.stringify(structuredContent))).errorMessage).toBeUndefined();
    return {
      result,
      text: content[0].text,
      structured: structuredContent,
      error: meta["coldroute/error"] as Json | undefined,
      usage: meta["coldroute/usage"] as Json,
    };
  };
  return { ask, catalogue, api: client, clock, progress, lines } satisfies Asking;
}

/** The tools over answers that the test dictates. */
export async function askScripted(scripts: Scripts, settings: Environment = {}, replaced?: Replaced) {
  const clock = new StillClock();
  const service = await startScriptedService(scripts, (ms) => clock.advance(ms));
  return { service, ...asking({ ...service.environment, ...settings }, clock, replaced) };
}

/** The orders of the sandbox's levels. */
export const ORDERS = {
  COLDROUTE_ALERT_LEVELS: "Warm,Hot,SevereHot,ExtremeHot",
  COLDROUTE_RISK_LEVELS: "Low,Moderate,High,Severe",
};
const NO_ORDERS = { COLDROUTE_ALERT_LEVELS: "", COLDROUTE_RISK_LEVELS: "" };

/** The tools over the sandbox, without an order of levels unless `settings` has `ORDERS`. */
export async function askSandbox(options: SandboxOptions = {}, settings: Environment = {}) {
  const clock = new StillClock();
  const sandbox = await sandboxOfTest({ clock, ...options });
  return { sandbox, ...asking({ ...sandbox.environment, ...NO_ORDERS, COLDROUTE_SANDBOX: "1", ...settings }, clock) };
}

/** The tools in any environment. */
export function askUnder(environment: Environment, replaced?: Replaced): Asking {
  return asking(environment, new StillClock(), replaced);
}

/** Asks `plan_shipment` of a service that makes these plans; `bodies` are its requests. */
export async function askForPlans(
  planOf: Parameters<typeof sendsPlans>[0],
  args: object = BOX,
  settings: Environment = {},
) {
  const { ask, service } = await askScripted({ planning: sendsPlans(planOf) }, settings);
  const told = await ask("plan_shipment", args);
  const bodies = service.requests("planning").map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { ...told, bodies, plans: (told.structured["plans"] ?? []) as Record<string, unknown>[] };
}
