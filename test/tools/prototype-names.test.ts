import { expect, it, onTestFinished } from "vitest";
import { createApp } from "../../src/app.ts";
import { type Script, startScriptedService } from "../support/scripted-service.ts";
import { alerts, parcel, risks, shipment } from "./samples.ts";
import { plan } from "./situation.ts";

/** What a careless look-up finds on every object. */
const NAMES = ["constructor", "valueOf", "toString", "hasOwnProperty", "__proto__"] as const;

const meta = { generatedAt: "2026-07-09T12:03:00Z", window: { hours: 24 }, granularity: "zip5", total: 1, page: 1 };
const place = { city: "Phoenix", state: "AZ", country: "US", timeZone: "America/Phoenix" };
const envelope = (records: readonly object[]) => ({ data: records, meta: { ...meta, pageSize: 1, hasMore: false } });

/** The four products' answers, each with the fields of the specification and a place beside its ZIP code. */
const ANSWERS = {
  alerts: envelope(alerts(1, () => place)),
  risk: { ...envelope(risks(1).map((record) => ({ ...record, ...place }))), horizon: "2026-07-10" },
  planning: {
    ...shipment,
    recommendedShipmentService: {
      ...shipment.recommendedShipmentService,
      risk: {
        ...shipment.recommendedShipmentService.risk,
        predictedRoute: shipment.recommendedShipmentService.risk.predictedRoute.map((point) => ({
          ...point,
          ...place,
        })),
      },
    },
  },
  tracking: parcel(),
};

type Product = keyof typeof ANSWERS;

const miami = { zipCode: "33101", city: "Miami", state: "FL" };

/** Each with the products that it is answered from. */
const QUESTIONS: readonly (readonly [tool: string, args: object, ...from: readonly Product[]])[] = [
  ["check_heat_alerts", { locations: ["85001", "Phoenix, AZ"] }, "alerts"],
  ["get_five_day_risk", { locations: ["33101", "331"], date: "2026-07-10", days: 2 }, "risk"],
  ["plan_shipment", { ...plan, destination: miami }, "planning"],
  ["plan_shipment", { ...plan, destination: miami, checkHeat: true }, "planning", "alerts"],
  ["track_package", { ids: ["10045", "10046"], checkHeat: true }, "tracking", "alerts"],
];

/** `value` with `name` for every string, or for the one that `isMeant` says by its number. */
function renamed(value: unknown, name: string, isMeant: (index: number) => boolean, counter = { next: 0 }): unknown {
  if (typeof value === "string") return isMeant(counter.next++) ? name : value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, name, isMeant, counter));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, name, isMeant, counter)]));
}

/** `value` with `name` for all of its strings, then for each of them alone. */
function renamings(value: unknown, name: string): unknown[] {
  const counter = { next: 0 };
  const all = renamed(value, name, () => true, counter);
  return [all, ...Array.from({ length: counter.next }, (_, at) => renamed(value, name, (index) => index === at))];
}

/** The tools over a service that answers with what `answers` holds at the time. */
async function startOver(answers: Readonly<Record<Product, unknown>>) {
  const script =
    (product: Product): Script =>
    () => ({ status: 200, json: answers[product] });
  const { environment, close } = await startScriptedService({
    alerts: script("alerts"),
    risk: script("risk"),
    planning: script("planning"),
    tracking: script("tracking"),
  });
  const settings = { COLDROUTE_LOG_LEVEL: "silent", COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_RISK_TTL_S: "0" };
  const app = await createApp({ environment: { ...environment, ...settings }, sandbox: false });
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const catalogue = await app.catalogue();
  return async (tool: string, args: unknown): Promise<{ readonly isError: boolean; readonly kind: unknown }> => {
    const result = await catalogue.call(tool, args, { signal: new AbortController().signal });
    if ("noSuchTool" in result) throw new Error(result.noSuchTool);
    const error = result._meta?.["coldroute/error"] as { readonly kind?: unknown } | undefined;
    return { isError: result.isError === true, kind: error?.kind };
  };
}

it.each(NAMES)("%s in any string of the service's answers leaves every tool its answer", async (name) => {
  const answers: Record<Product, unknown> = { ...ANSWERS };
  const call = await startOver(answers);
  for (const product of Object.keys(ANSWERS) as Product[]) {
    const questions = QUESTIONS.filter(([, , ...from]) => from.includes(product));
    for (const answer of renamings(ANSWERS[product], name)) {
      answers[product] = answer;
      for (const [tool, args] of questions) {
        expect(await call(tool, args), `${tool} of ${JSON.stringify(answer)}`).toMatchObject({ isError: false });
      }
    }
    answers[product] = ANSWERS[product];
  }
});

it.each(NAMES)("%s in any string of a caller is answered or refused", async (name) => {
  const call = await startOver(ANSWERS);
  for (const [tool, args] of QUESTIONS) {
    for (const asked of renamings(args, name)) {
      expect((await call(tool, asked)).kind, `${tool} ${JSON.stringify(asked)}`).not.toBe("internal");
    }
  }
});
