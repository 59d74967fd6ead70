import { onTestFinished } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/runtime/log.ts";
import type { ToolResult } from "../../src/server/boundary.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { startClient } from "../support/client.ts";
import { startScriptedService } from "../support/scripted-service.ts";

/** The four tools over the real client of the service that `environment` names. The client ends with the test. */
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

/** The same against a service whose answers the test dictates. */
export async function startTools(
  scripts: Parameters<typeof startScriptedService>[0],
  settings: Readonly<Record<string, string>> = {},
) {
  const service = await startScriptedService(scripts);
  onTestFinished(() => service.close());
  return { service, ...startToolsAt({ ...service.environment, COLDROUTE_SHOW_RECIPIENT: "1", ...settings }) };
}

/** What a tool answered, or the test fails with its error. */
export function structuredOf(result: ToolResult): Readonly<Record<string, unknown>> {
  if (result.structuredContent === undefined) throw new Error(`expected an answer, got ${result.content[0].text}`);
  return result.structuredContent;
}

/** The only plan or package of an answer. */
export function onlyRow(result: ToolResult): Readonly<Record<string, unknown>> & { readonly record?: unknown } {
  const { plans, packages } = structuredOf(result);
  const [row] = (plans ?? packages) as readonly Record<string, unknown>[];
  return row ?? {};
}

/** `_meta["coldroute/error"]` of a refused call, or the test fails. */
export function errorOf(result: ToolResult): Readonly<Record<string, unknown>> {
  const error = result._meta["coldroute/error"];
  if (!result.isError || typeof error !== "object" || error === null) throw new Error("expected an error");
  return { ...error };
}

/** Citation, where a field stands in the answer, and a value that breaks its rule. */
export type Field = readonly [citation: string, path: string, wrong: unknown];

/** How the name of a contract drift at `path` begins. */
export function driftName(root: string, path: string): string {
  return `${root}.${path.replaceAll(/\[\d+\]/g, "[]")}: `;
}
