import type { AlertSet, Api, Call, RiskDay } from "../../src/api/api.ts";
import { type Failure, failed, type Result, success } from "../../src/api/failure.ts";
import type { ServiceRecord, ShipmentRequest } from "../../src/api/schema.ts";
import { CallUsage } from "../../src/api/usage.ts";
import type { Tool, ToolContext, ToolSettings } from "../../src/tools/tool.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** The service's data written down by hand, in the shapes of the interface specification. */
export interface Written {
  readonly alerts?: AlertSet | Failure;
  readonly risk?: (date: string, granularity: string) => RiskDay | Failure;
  readonly shipment?: ServiceRecord | Failure | ((request: ShipmentRequest) => ServiceRecord | Failure);
  readonly packages?: Readonly<Record<string, ServiceRecord | Failure>>;
}

/** What was asked of it. */
export interface Asked {
  readonly alerts: object[];
  readonly risk: object[];
  readonly plans: ShipmentRequest[];
  readonly packages: string[];
}

/** Thursday 2026-07-09, 12:00 UTC: the present of every test here. */
const NOW_MS = Date.UTC(2026, 6, 9, 12);

/** Alerts as the client hands them on, whole unless said otherwise. */
export function alertSet(records: readonly ServiceRecord[], more: Partial<AlertSet> = {}): AlertSet {
  const byLevel: Record<string, number> = {};
  for (const record of records) {
    const level = typeof record["temperatureLevel"] === "string" ? record["temperatureLevel"] : "(none)";
    byLevel[level] = (byLevel[level] ?? 0) + 1;
  }
  return {
    records,
    at: (location) => speakingFor(records, location),
    unplaced: records.filter((record) => zipText(record) === undefined).length,
    byLevel,
    total: records.length,
    generatedAt: "2026-07-09T12:03:00Z",
    windowHours: 24,
    granularity: "zip5",
    ...more,
  };
}

/** One day of risk as the client hands it on. */
export function riskDay(records: readonly ServiceRecord[], more: Partial<RiskDay> = {}): RiskDay {
  return {
    records,
    at: (location) => speakingFor(records, location),
    unplaced: records.filter((record) => zipText(record) === undefined).length,
    generatedAt: "2026-07-09T11:00:00Z",
    granularity: "zip3",
    horizon: { from: "2026-07-10", to: "2026-07-14" },
    complete: true,
    ...more,
  };
}

function speakingFor(records: readonly ServiceRecord[], location: string): ServiceRecord[] {
  return records.filter((record) => {
    const zip = zipText(record);
    return zip !== undefined && (zip.startsWith(location) || location.startsWith(zip));
  });
}

/** A ZIP as text, or a number of five digits. */
function zipText({ zip }: ServiceRecord): string | undefined {
  if (typeof zip === "string" && zip !== "") return zip;
  return typeof zip === "number" && /^[1-9]\d{4}$/.test(`${zip}`) ? `${zip}` : undefined;
}

function result<T extends object>(written: T | Failure | undefined, missing: Failure): Result<T> {
  if (written === undefined) return failed(missing);
  return isFailure(written) ? failed(written) : success(written);
}

function isPlanner(answer: Written["shipment"]): answer is (request: ShipmentRequest) => ServiceRecord | Failure {
  return typeof answer === "function";
}

function isFailure(written: object): written is Failure {
  return "kind" in written;
}

/** A context for one tool call over written data, and what the tool asked of it. */
export function contextOver(
  written: Written,
  settings: Partial<ToolSettings> = {},
): { readonly context: ToolContext; readonly asked: Asked } {
  const asked: Asked = { alerts: [], risk: [], plans: [], packages: [] };
  const api: Pick<Api, "alerts" | "risk" | "plan" | "package"> = {
    alerts: async (query, { onPage }) => {
      asked.alerts.push(query);
      onPage?.(1, 1);
      return result(written.alerts, unreachable("alerts"));
    },
    risk: async (query) => {
      asked.risk.push(query);
      return result(written.risk?.(query.date, query.granularity), unreachable("risk"));
    },
    plan: async (shipment) => {
      asked.plans.push(shipment);
      const { shipment: answer } = written;
      return result(isPlanner(answer) ? answer(shipment) : answer, unreachable("planning"));
    },
    package: async (id) => {
      asked.packages.push(id);
      return result(written.packages?.[id], {
        kind: "not_found",
        product: "tracking",
        status: 404,
        requestId: "r-404",
      });
    },
  };
  const call: Call = { signal: new AbortController().signal, deadlineMs: 25_000, usage: new CallUsage(60) };
  const rest = {
    probe: async () => ({ ok: false, finding: { kind: "no_request_id", status: 500 } }) as const,
    drift: () => new Map(),
    status: () => unreached(),
    close: async () => undefined,
  };
  const context = { api: { ...api, ...rest }, clock: new ManualClock(NOW_MS), call };
  return { context: { ...context, settings: { showRecipient: false, alertsTtlMs: 300_000, ...settings } }, asked };
}

function unreached(): never {
  throw new Error("no tool looks at how the client stands");
}

function unreachable(product: "alerts" | "risk" | "planning"): Failure {
  return { kind: "network", product, code: "ECONNREFUSED", sent: false };
}

/** An answer as both channels hold it, notes included. */
export interface Told {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Those of the structured content. */
  readonly notes: readonly string[];
  /** Those of them that stand in the text in other words. */
  readonly reworded: readonly string[];
}

/** Calls a tool with arguments as its schema reads them. */
export async function ask(
  tool: Tool,
  args: unknown,
  written: Written,
  settings: Partial<ToolSettings> = {},
): Promise<Told> {
  const { context } = contextOver(written, settings);
  const outcome = await tool.run(tool.input.parse(args), context);
  if (!outcome.ok) throw new Error(`failed: ${JSON.stringify(outcome.failure)}`);
  const { lines, structured, notes, structuredNotes = [], dataOf } = outcome.value;
  const provenance = `Live${dataOf === undefined ? "" : ` · data of ${dataOf.slice(0, 16).replace("T", " ")}Z`}`;
  return {
    text: [...lines, ...notes, provenance].join("\n"),
    structured: tool.output.parse(structured),
    notes: [...structuredNotes, ...notes],
    reworded: structuredNotes,
  };
}
