import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { startClient } from "../support/client.ts";
import { type Scripts, startScriptedService } from "../support/scripted-service.ts";
import { fullPlanArguments, fullTrackArguments } from "./bodies.ts";

/** One question to each product. */
export const QUESTIONS = [
  ["alerts", "check_heat_alerts", {}],
  ["risk", "get_five_day_risk", { date: "2026-07-10" }],
  ["planning", "plan_shipment", fullPlanArguments],
  ["tracking", "track_package", fullTrackArguments],
] as const;

type Product = (typeof QUESTIONS)[number][0];

/** The tools over the real client of the service that `environment` names. The client ends with the test. */
export function startToolsAt(environment: Readonly<Record<string, string>>) {
  const { api, clock, lines } = startClient(environment);
  const catalogue = createCatalogue({
    config: loadConfig(environment),
    api: () => Promise.resolve(api),
    clock,
    random: () => 0,
    log: createLog({ level: "trace", write: (line) => lines.push(line) }),
  });
  const ask = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> => {
    const result = await catalogue.call(tool, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    return result;
  };
  return { api, clock, lines, ask };
}

/** The same against a service whose answers the test scripts. */
export async function startTools(scripts: Scripts, settings: Readonly<Record<string, string>> = {}) {
  const service = await startScriptedService(scripts);
  return { service, ...startToolsAt({ ...service.environment, COLDROUTE_SHOW_RECIPIENT: "1", ...settings }) };
}

/** Asks `product` once for each body. Returns the tool's answer, its record, and the drift that the body adds. */
export async function answersTo(product: Product, bodies: readonly unknown[]) {
  const { ask, api, clock } = await startTools(
    { [product]: ({ number }: { number: number }) => ({ status: 200, json: bodies[number - 1] }) },
    { COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_RISK_TTL_S: "0" },
  );
  const [, tool, args] = QUESTIONS.find(([name]) => name === product) ?? QUESTIONS[0];
  const answers = [];
  for (const _ of bodies) {
    // The client checks one answer a second for drift.
    clock.advance(1_000);
    const before = new Map(api.status().drift);
    const result = await ask(tool, args);
    const drift = [...api.status().drift]
      .filter(([name, count]) => count > (before.get(name) ?? 0))
      .map(([name]) => name);
    answers.push({ told: structuredOf(result), record: onlyRow(result).record, drift });
  }
  return answers;
}

/** The structured answer of a tool, or the test fails with its error. */
export function structuredOf(result: ToolResult): Readonly<Record<string, unknown>> {
  if (result.structuredContent === undefined) throw new Error(`expected an answer, got ${result.content[0].text}`);
  return result.structuredContent;
}

/** The only plan or package of an answer. */
export function onlyRow(result: ToolResult): Readonly<Record<string, unknown>> & { readonly record?: unknown } {
  const { plans, packages } = structuredOf(result);
  const [row] = (plans ?? packages ?? []) as readonly Record<string, unknown>[];
  return row ?? {};
}

/** `_meta["coldroute/error"]` of a refused call, or the test fails. */
export function errorOf(result: ToolResult): Readonly<Record<string, unknown>> {
  const error = result._meta["coldroute/error"];
  if (!result.isError || typeof error !== "object" || error === null) throw new Error("expected an error");
  return { ...error };
}
