import { shipment } from "./samples.ts";
import { plan, planShipment, type Situation } from "./situation.ts";
import { alertSet, riskDay } from "./written-api.ts";

const sender = {
  zipCode: "38118",
  line1: "3131 Democrat Rd",
  line2: null,
  city: "Memphis",
  state: "TN",
  country: "US",
  name: "Cold Chain LLC",
  company: "Cold Chain LLC",
  phone: "901-555-0100",
  email: "ship@cold.example",
  isResidential: false,
};

/** As services write it: ids of 36 characters, times to the millisecond, a return address that is part of the origin's. */
export const specShaped = {
  ...shipment,
  externalShipmentId: null,
  origin: sender,
  returnAddress: { zipCode: "38118", line1: "3131 Democrat Rd", city: "Memphis", state: "TN", country: "US" },
  createdAt: "2026-07-09T12:03:00.123Z",
  updatedAt: "2026-07-09T12:03:01.456Z",
  deliveryByDate: null,
  recommendedShipmentService: {
    ...shipment.recommendedShipmentService,
    shipmentServiceId: "a1b2c3d4-e5f6-4789-8abc-def012345678",
    credentialId: "b1b2c3d4-e5f6-4789-8abc-def012345678",
    carrierServiceCode: "PRIORITY_OVERNIGHT",
    estimatedArrivalDateTime: "2026-07-10T14:30:00.000Z",
    estimatedPickupDateTime: "2026-07-09T22:00:00.000Z",
    createdAt: "2026-07-09T12:03:00.500Z",
    updatedAt: "2026-07-09T12:03:00.900Z",
    risk: {
      version: "2026.3.1",
      weightedOnDateRisk: { risk: "Low", onDate: 0.93 },
      predictedRoute: [
        { zip: "38118", type: "H", dateTime: "2026-07-10T04:10:00.000Z", stdDevMinutes: 45 },
        { zip: "30320", type: "H", dateTime: "2026-07-10T08:10:00.000Z", stdDevMinutes: 45 },
        { zip: "33101", type: "D", dateTime: "2026-07-10T14:30:00.000Z", stdDevMinutes: 60 },
      ],
    },
  },
};

const withoutTimes = { createdAt: "today", updatedAt: null };

/** Plans as they may be sent, in full, at length, and with little. */
export const planSituations: readonly Situation[] = [
  { name: "a plan in full", tool: planShipment, args: plan, written: { shipment: specShaped } },
  {
    name: "a plan in full, with the heat along its route",
    tool: planShipment,
    args: { ...plan, checkHeat: true },
    written: {
      shipment: specShaped,
      alerts: alertSet([{ zip: "33101", temperatureLevel: "SevereHot" }]),
      risk: () => riskDay([{ zip: "331", riskLevel: "High" }]),
    },
  },
  {
    name: "a plan whose parts are odd",
    tool: planShipment,
    args: plan,
    written: {
      shipment: {
        ...specShaped,
        ...withoutTimes,
        origin: { ...sender, city: null, company: "Another" },
        returnAddress: { ...sender, line1: "1 Elsewhere", extra: [1] },
        destination: { zipCode: "33101", city: "Miami Beach", state: "FL" },
        parcel: { length: 12, width: null, height: 8, weight: 5.5 },
      },
    },
    settings: { showRecipient: true },
  },
  {
    name: "a plan that says little",
    tool: planShipment,
    args: { ...plan, origin: undefined },
    written: { shipment: { shipmentId: shipment.shipmentId } },
    settings: { defaultOrigin: "38118" },
  },
];
