import { alert, BOX, sendsAlerts, sendsPlans, sendsRisk, shipment, shipmentOn } from "../support/samples.ts";
import { problem } from "../support/scripted-service.ts";
import type { Situation } from "./situation.ts";

const tool = "plan_shipment";
const parcel = { length: 12, width: 10, height: 8, weight: 5 };
const FIVE = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"];

const madrid = { zipCode: "28013", city: "Madrid", country: "ES" };
const madridNc = { zipCode: "28013", city: "Madrid", state: "NC" };

export const planSituations: readonly Situation[] = [
  {
    name: "plan-one-date",
    tool,
    args: {
      origin: "Memphis, TN 38118",
      destination: { zipCode: "33101", city: "Miami", state: "FL" },
      parcel,
      shipDate: "2026-11-24",
      deliveryByDate: "2026-11-28",
      isRefrigerated: true,
    },
  },
  { name: "plan-no-deadline", tool, args: { origin: "38118", destination: "33101", parcel } },
  {
    name: "plan-five-dates-with-heat",
    tool,
    args: {
      origin: "38118",
      destination: "85001",
      parcel,
      shipDates: FIVE,
      deliveryByDate: "2026-11-28",
      isRefrigerated: true,
      checkHeat: true,
    },
  },
  {
    name: "plan-one-date-with-heat",
    tool,
    args: { origin: "38118", destination: "85001", parcel, shipDate: "2026-11-24", checkHeat: true },
  },
  {
    name: "plan-heat-in-june",
    tool,
    args: { ...BOX, shipDate: "2027-06-10", checkHeat: true },
    service: {
      planning: sendsPlans(() => shipmentOn("2027-06-10")),
      alerts: sendsAlerts([alert("33101", "SevereHot")]),
      risk: () => problem(400, "req-4", "date lies outside the published horizon"),
    },
  },
  {
    name: "plan-deadline-with-a-time",
    tool,
    args: { ...BOX, shipDates: FIVE.slice(0, 2), deliveryByDate: "2026-11-26T09:00", isSignatureRequired: true },
    service: { planning: sendsPlans(({ shipDate }) => shipmentOn(shipDate, { isSignatureRequired: true })) },
  },
  {
    name: "plan-misses-its-deadline",
    tool,
    args: { ...BOX, shipDate: "2026-11-24", deliveryByDate: "2026-11-24", externalShipmentId: "SO-7781" },
    service: {
      planning: sendsPlans(() => shipment({ deliveryByDate: "2026-11-24", externalShipmentId: "SO-7781" })),
    },
  },
  {
    name: "plan-other-country-answered",
    tool,
    args: { ...BOX, destination: madrid },
    service: { planning: sendsPlans(() => shipment({ destination: madridNc })) },
  },
  {
    name: "plan-abroad-with-heat",
    tool,
    args: { ...BOX, destination: madrid, checkHeat: true },
    service: { planning: sendsPlans(() => shipment({ destination: { ...madrid, state: "MD" } })) },
  },
  {
    name: "plan-says-little",
    tool,
    args: { ...BOX, deliveryByDate: "2026-11-28" },
    service: { planning: sendsPlans(() => ({ shipmentId: "shp_000000000000000000000000042" })) },
  },
  {
    name: "plan-dates-unlike",
    tool,
    args: { ...BOX, shipDates: FIVE.slice(0, 4), deliveryByDate: "2026-11-27" },
    service: {
      planning: sendsPlans(({ shipDate }) => {
        const plan = shipmentOn(shipDate);
        const service = plan["recommendedShipmentService"] as object;
        const unlike = {
          [FIVE[0] ?? ""]: { estimatedPickupDateTime: "2026-11-23T01:00:00Z" },
          [FIVE[1] ?? ""]: { price: null },
          [FIVE[2] ?? ""]: { estimatedArrivalDateTimeZone: "Nowhere" },
        };
        return { ...plan, recommendedShipmentService: { ...service, ...unlike[String(shipDate)] } };
      }),
    },
  },
  {
    name: "plan-one-of-three-dates-lost",
    tool,
    args: { ...BOX, shipDates: FIVE.slice(0, 3), deliveryByDate: "2026-11-28" },
    service: { planning: sendsPlans(({ shipDate }) => (shipDate === "2026-11-25" ? "reset" : shipmentOn(shipDate))) },
  },
  {
    name: "plan-dates-lost-for-two-reasons",
    tool,
    args: { ...BOX, shipDates: FIVE.slice(0, 3) },
    service: {
      planning: sendsPlans(({ shipDate }) => {
        if (shipDate === "2026-11-26") return "reset";
        return shipDate === "2026-11-25" ? problem(400, "req-2", "shipDate is a holiday") : shipmentOn(shipDate);
      }),
    },
  },
  {
    name: "plan-heat-could-not-be-read",
    tool,
    args: { ...BOX, checkHeat: true },
    service: {
      planning: sendsPlans(() => shipment()),
      alerts: () => problem(403, "req-5"),
      risk: sendsRisk(() => problem(503, "req-6")),
    },
  },
  {
    name: "plan-alerts-in-part",
    tool,
    args: { ...BOX, checkHeat: true },
    service: {
      planning: sendsPlans(() => shipment()),
      alerts: sendsAlerts(
        [alert("38118", "Hot"), alert("85001", "Hot"), alert("33101", "Hot")],
        { hasMore: true, total: 3 },
        1,
      ),
      risk: sendsRisk(() => [
        { zip: "381", riskLevel: "Low" },
        { zip: "331", riskLevel: "High" },
      ]),
    },
    settings: { COLDROUTE_MAX_BILLABLE_PER_CALL: "3" },
  },
];
