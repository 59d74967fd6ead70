/** The four operations of the service (service.md 4.2 to 4.5) as its OpenAPI document might describe them. */
export const OPENAPI = {
  openapi: "3.0.3",
  info: { title: "Shipping risk", version: "1" },
  paths: {
    "/risk-data/v1/temperature-alerts": get(
      "getTemperatureAlerts",
      "Temperature alerts in force now, as an envelope of data and meta.",
      [
        parameter("query", "minLevel", "Name of a level: returns alerts at or above it", "string"),
        parameter("query", "pageSize", "Alerts a page", "integer"),
        parameter("query", "page", "Page, counted from 1", "integer"),
      ],
    ),
    "/risk-data/v1/risk-levels": get(
      "getRiskLevels",
      "Temperature risk of one day by area, as an envelope of data and meta.",
      [
        parameter("query", "granularity", "Size of the areas, such as zip3", "string"),
        parameter("query", "date", "Day within the published horizon, yyyy-MM-dd; default tomorrow in UTC", "string"),
      ],
    ),
    "/carrier/shipments": {
      post: {
        operationId: "planShipment",
        summary: "Creates a shipment plan: evaluates rates, assesses risk and selects the recommended service.",
        requestBody: { required: true, content: { "application/json": { schema: planSchema() } } },
        responses: { "201": { description: "The shipment" } },
      },
    },
    "/support/v1/packages/{id}": get("getPackage", "Status, schedule, delivery and scan events of one package.", [
      parameter("path", "id", "Order number or tracking number", "string"),
    ]),
  },
};

function get(operationId: string, summary: string, parameters: readonly object[]) {
  return { get: { operationId, summary, parameters, responses: { "200": { description: "JSON" } } } };
}

function parameter(place: "query" | "path", name: string, description: string, type: string) {
  return { name, in: place, required: place === "path", description, schema: { type } };
}

function planSchema() {
  const text = { type: "string" };
  const address = {
    type: "object",
    properties: {
      ...{ zipCode: text, line1: text, line2: text, city: text, state: text, country: text },
      ...{ name: text, company: text, phone: text, email: text, isResidential: { type: "boolean" } },
    },
  };
  const inches = { type: "number", description: "inches" };
  const parcel = {
    type: "object",
    properties: {
      ...{ length: inches, width: inches, height: inches, weight: { type: "number", description: "pounds" } },
      predefinedPackage: text,
    },
  };
  const date = { type: "string", description: "yyyy-MM-dd" };
  const flag = { type: "boolean" };
  return {
    type: "object",
    required: ["destination", "parcel"],
    properties: {
      ...{ externalShipmentId: text, origin: address, destination: address, parcel, shipDate: date },
      ...{ deliveryByDate: date, isSignatureRequired: flag, isRefrigerated: flag, forceRetrieveRates: flag },
    },
  };
}
