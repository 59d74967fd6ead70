import { askScripted } from "../support/asking.ts";
import { BOX } from "../support/samples.ts";

/** One question to each product. Those about own shipments ask for whole records. */
export const QUESTIONS = [
  ["alerts", "check_heat_alerts", {}],
  ["risk", "get_five_day_risk", { date: "2026-11-24" }],
  ["planning", "plan_shipment", { ...BOX, detail: "full" }],
  ["tracking", "track_package", { ids: ["20045"], detail: "full" }],
] as const;

/** Asks `product` once for each body. Returns the tool's answer, its record, and the drift that the body adds. */
export async function answersTo(product: (typeof QUESTIONS)[number][0], bodies: readonly unknown[]) {
  const { ask, api, clock } = await askScripted(
    { [product]: ({ number }: { number: number }) => ({ status: 200, json: bodies[number - 1] }) },
    { COLDROUTE_ALERTS_TTL_S: "0", COLDROUTE_RISK_TTL_S: "0", COLDROUTE_SHOW_RECIPIENT: "1" },
  );
  const [, tool, args] = QUESTIONS.find(([name]) => name === product) ?? QUESTIONS[0];
  const answers = [];
  for (const [index] of bodies.entries()) {
    // The client checks one answer a second for drift.
    await clock.advance(1_000);
    const before = new Map(api.status().drift);
    const { structured, error } = await ask(
      tool,
      tool === "plan_shipment" ? { ...args, externalShipmentId: `plan ${index}` } : args,
    );
    if (error !== undefined) throw new Error(`expected an answer, got ${JSON.stringify(error)}`);
    const { plans, packages } = structured;
    const [row] = (plans ?? packages ?? []) as readonly Record<string, unknown>[];
    const drift = [...api.status().drift]
      .filter(([name, count]) => count > (before.get(name) ?? 0))
      .map(([name]) => name);
    answers.push({ told: structured, record: row?.["record"], drift });
  }
  return answers;
}
