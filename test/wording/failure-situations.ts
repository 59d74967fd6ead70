import { BOX, holdsBack, sendsPackages, sendsPlans, shipment } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";
import type { Situation } from "./situation.ts";

const alerts = { tool: "check_heat_alerts", args: { locations: ["Phoenix, AZ"] } };
const track = { tool: "track_package", args: { ids: ["10045"] } };
const plan = { tool: "plan_shipment", args: BOX };

/** Each kind of failure (G-errors), after the arguments were understood. */
export const failureSituations: readonly Situation[] = [
  { name: "failed-configuration", ...track, broken: "unconfigured" },
  {
    name: "failed-invalid-request",
    tool: "get_five_day_risk",
    args: { locations: ["Phoenix, AZ"], date: "2027-06-01" },
  },
  { name: "failed-invalid-request-two-days", tool: "get_five_day_risk", args: { date: "2027-06-01", days: 2 } },
  { name: "failed-unauthorized", ...alerts, service: { alerts: () => problem(401, "req-1") } },
  { name: "failed-unauthorized-token", ...alerts, service: { token: () => problem(401, "req-1") } },
  { name: "failed-forbidden", ...plan, service: { planning: () => problem(403, "req-1", "No API account") } },
  { name: "failed-not-found", ...alerts, service: { alerts: () => problem(404, "req-1") } },
  { name: "failed-rate-limited", ...track, service: { tracking: () => holdsBack(429, 40) } },
  { name: "failed-unavailable", ...alerts, service: { alerts: () => holdsBack(503, 40) } },
  { name: "failed-upstream-error", ...alerts, service: { alerts: () => ({ status: 500, raw: "<html>oops</html>" }) } },
  { name: "failed-connection-broken", ...track, service: { tracking: () => "reset" } },
  { name: "failed-timeout", ...track, service: { tracking: () => ({ silentMs: 30_000 }) } },
  { name: "failed-unexpected-response", ...track, service: { tracking: () => ({ status: 200, raw: "<html>" }) } },
  {
    name: "failed-wrong-url",
    ...track,
    service: { tracking: () => ({ status: 404, raw: "no such page", anonymous: true }) },
  },
  { name: "failed-outcome-unknown", ...plan, service: { planning: () => "reset" } },
  {
    name: "failed-outcome-unknown-server-error",
    ...plan,
    service: { planning: () => problem(500, "req-1", "Something broke") },
  },
  {
    name: "failed-outcome-unknown-cut-off",
    ...plan,
    service: { planning: () => ({ status: 200, raw: '{"shipmentId": "shp_00' }) },
  },
  {
    name: "failed-all-dates-one-unknown",
    tool: "plan_shipment",
    args: { ...BOX, shipDates: ["2026-11-24", "2026-11-25"] },
    service: {
      planning: sendsPlans(({ shipDate }) =>
        shipDate === "2026-11-24" ? problem(400, "req-1", "no pickup on that day") : "reset",
      ),
    },
  },
  {
    name: "failed-billing-limit-of-the-call",
    tool: "track_package",
    args: { ids: ["1", "2"] },
    service: { tracking: sendsPackages({ 1: "reset" }) },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "1" },
  },
  {
    name: "failed-billing-limit-of-the-day",
    ...plan,
    service: { planning: sendsPlans(() => shipment()) },
    settings: { COLDROUTE_BILLABLE_LIMIT: "1" },
    before: ({ ask }) => ask("plan_shipment", { ...BOX, externalShipmentId: "1" }),
  },
  { name: "failed-internal", ...track, broken: "defective" },
];

const alertsOf = (...locations: string[]) => ({ tool: "check_heat_alerts", args: { locations } });
const planOf = (more: object) => ({ tool: "plan_shipment", args: { ...BOX, ...more } });

/** Arguments that are refused before anything is sent. */
export const refusalSituations: readonly Situation[] = [
  { name: "refused-units", ...planOf({ parcel: { length: "30 cm", width: 10, height: "8 in", weight: "2 kg" } }) },
  { name: "refused-dates", tool: "get_five_day_risk", args: { date: "tomorrow", days: "5 days" } },
  { name: "refused-los-angeles-or-louisiana", ...alertsOf("LA") },
  { name: "refused-four-digits", ...alertsOf("2139") },
  { name: "refused-misspelt-city", ...alertsOf("Phoneix, AZ") },
  { name: "refused-ambiguous-city", ...alertsOf("Springfield", "Portland") },
  { name: "refused-road", ...alertsOf("I-95") },
  { name: "refused-unknown-parameter", tool: "check_heat_alerts", args: { location: "Phoenix, AZ", zipCode: "85001" } },
  { name: "refused-unknown-address-part", ...planOf({ destination: { zip: "33101" } }) },
  { name: "refused-address-without-zip", ...planOf({ destination: "17 Ocean Drive, Miami, FL" }) },
  { name: "refused-canadian-code", ...planOf({ destination: { zipCode: "M5V 2T6", country: "CA" } }) },
  { name: "refused-state-of-another-zip", ...planOf({ destination: { zipCode: "33101", state: "GA" } }) },
  { name: "refused-deadline-before-shipping", ...planOf({ shipDate: "2026-11-26", deliveryByDate: "2026-11-25" }) },
  { name: "refused-no-size", ...planOf({ parcel: { weight: 0 } }) },
  { name: "refused-no-origin", tool: "plan_shipment", args: { destination: "33101", parcel: BOX.parcel } },
  {
    name: "refused-too-many-numbers",
    tool: "track_package",
    args: { ids: Array.from({ length: 101 }, (_, index) => `${index}`).join(",") },
  },
  { name: "refused-no-number", tool: "track_package", args: {} },
];
