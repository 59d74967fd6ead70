/** Answers with every field of service.md 2, each with a value of its own, in the specified shape. */

const address = (name: string, zipCode: string, city: string, state: string) => ({
  zipCode,
  line1: `1 ${name} Street`,
  line2: `Suite ${name}`,
  city,
  state,
  country: "US",
  name: `${name} Person`,
  company: `${name} Company`,
  phone: "+1 555 0100",
  email: `${name.toLowerCase()}@example.com`,
  isResidential: true,
});

/** Spec 2.5 with 2.3, 2.4, 2.6 and 2.8. */
export const shipmentBody = {
  shipmentId: "shp_0123456789012345678901234567",
  origin: address("Origin", "38118", "Memphis", "TN"),
  destination: address("Destination", "85001", "Phoenix", "AZ"),
  returnAddress: address("Return", "80202", "Denver", "CO"),
  parcel: { length: 12, width: 10.5, height: 8, weight: 5.25, predefinedPackage: "CoolBox" },
  isSignatureRequired: true,
  createdAt: "2026-07-08T12:00:00Z",
  updatedAt: "2026-07-08T12:00:05Z",
  recommendedShipmentService: {
    shipmentServiceId: "rate_012345678901234567890123456",
    credentialId: "cred_012345678901234567890123456",
    carrier: "CarrierB",
    carrierService: "CarrierBPriorityOvernight",
    carrierServiceCode: "PRIORITY_OVERNIGHT",
    transitService: "NextDayAm",
    transitServiceClass: "OneDay",
    price: 48.2,
    currency: "USD",
    estimatedArrivalDateTime: "2026-07-10T14:30:00Z",
    estimatedArrivalDateTimeZone: "America/Phoenix",
    estimatedPickupDateTime: "2026-07-09T21:00:00Z",
    estimatedPickupDateTimeZone: "America/Chicago",
    provider: "A provider",
    createdAt: "2026-07-08T12:00:01Z",
    updatedAt: "2026-07-08T12:00:02Z",
    risk: {
      version: "risk-7",
      weightedOnDateRisk: { risk: "Low", onDate: 0.93 },
      predictedRoute: [{ zip: "38118", type: "H", dateTime: "2026-07-10T04:10:00Z", stdDevMinutes: 45 }],
    },
  },
  shipDate: "2026-07-09",
  deliveryByDate: "2026-07-10",
  externalShipmentId: "order-77",
};

/** Spec 2.9. */
export const packageBody = {
  orderNumber: "10045",
  trackingNumber: "1Z999",
  status: "In transit",
  carrierDesc: "CarrierA",
  carrierServiceDesc: "Next day",
  carrierDeliveryLocation: "Front desk",
  weight: 5.25,
  tier: 2,
  refrigerated: true,
  signatureRequired: true,
  reIced: false,
  manifestDate: "2026-07-08T09:00:00",
  scheduledDeliveryDate: "2026-07-10T12:00:00",
  originalScheduledDeliveryDate: "2026-07-09T12:00:00",
  deliveryDate: "2026-07-10T11:30:00",
  recipientAddress: { line1: "1 Recipient Street", line2: "Floor 3", city: "Phoenix", state: "AZ", zip: "85001" },
  events: [
    {
      code: "DP",
      discriminator: "Departed",
      description: "Departed facility",
      city: "Memphis",
      state: "TN",
      eventDateTime: "2026-07-08T22:14:00",
      timeZone: "America/Chicago",
    },
  ],
};

/** Spec 4.2 with 2.1 and 2.2. */
export const alertsBody = {
  data: [{ zip: "85001", temperatureLevel: "SevereHot" }],
  meta: {
    generatedAt: "2026-07-09T12:03:00Z",
    window: { hours: 24 },
    granularity: "zip5",
    total: 1,
    page: 1,
    pageSize: 50_000,
    hasMore: false,
  },
};

/** Spec 4.3 shows the record's `zip` alone. The rest is one possible record. */
export const riskBody = {
  data: [{ zip: "850", riskLevel: "High" }],
  meta: { generatedAt: "2026-07-09T11:00:00Z", granularity: "zip3", horizon: { any: ["shape", 5] } },
};

/** Arguments of plan_shipment that use every field of service.md 4.4. */
export const planArguments = {
  externalShipmentId: "order-77",
  origin: shipmentBody.origin,
  destination: shipmentBody.destination,
  parcel: shipmentBody.parcel,
  shipDate: "2026-07-09",
  deliveryByDate: "2026-07-10",
  isSignatureRequired: true,
  isRefrigerated: true,
  forceRetrieveRates: true,
};

/** The fewest arguments that plan_shipment takes. */
export const leastPlanArguments = {
  origin: { zipCode: "38118" },
  destination: { zipCode: "85001" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};

/** The fewest arguments of a plan and of a look-up that ask for the whole record. */
export const fullPlanArguments = { ...leastPlanArguments, detail: "full" };
export const fullTrackArguments = { ids: ["10045"], detail: "full" };
