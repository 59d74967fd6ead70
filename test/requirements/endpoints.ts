import { clause, type Requirement } from "./requirement.ts";

/** Sections 3 and 4: states and endpoints. */
export const endpoints: readonly Requirement[] = [
  clause("3", {
    status: "status is a free string.",
    "transitions-open": "Transitions are not shown: a package may go from any status to any other.",
  }),
  clause("4", {
    bearer: "Every request except the token exchange carries Authorization: Bearer.",
    json: "POST bodies are application/json.",
    "request-id": "Every response carries X-Request-Id.",
    "required-open": "Which request fields are required is not shown: coldroute adds none the caller left out.",
    "query-open":
      "Query parameters beyond those listed are not shown: coldroute sends none but the paging it must try.",
    "success-open": "Success status codes are not shown: any 2xx is a success.",
  }),
  clause("4.1", {
    path: "The token exchange is POST {auth_url}/oauth/token with a JSON body.",
    fields: "The request has exactly the four fields below, all strings.",
    grant_type: "grant_type is client_credentials.",
    client_id: "client_id is a string.",
    client_secret: "client_secret is a string.",
    audience: "audience is the public API's audience, urn:<service>:public-api.",
    access_token: "The answer includes access_token, a string.",
    expires_in: "The answer includes expires_in, whole seconds.",
  }),
  clause("4.2", {
    path: "Temperature alerts are GET {base_url}/v1/temperature-alerts.",
    minLevel: "minLevel, a level's name, returns alerts at or above that level.",
    pageSize: "pageSize is the page size, an integer.",
    response: "The answer is an envelope with an array of alert records.",
    meta: "Its meta has generatedAt, window.hours, granularity, total, page, pageSize and hasMore.",
  }),
  clause("4.3", {
    path: "Five-day risk is GET {base_url}/v1/risk-levels.",
    granularity: "granularity is a string such as zip3.",
    date: "date is yyyy-MM-dd, any day within the published horizon.",
    tomorrow: "Without date the result is for tomorrow in UTC.",
    response: "The answer is an envelope with an array of risk records and meta with horizon.",
    scope: "The token must have the scope read:five-day-risk.",
  }),
  clause("4.4", {
    path: "Planning is POST {carrier_base_url}/shipments.",
    externalShipmentId: "externalShipmentId is an optional string.",
    origin: "origin is the address the shipment is sent from.",
    destination: "destination is the address it is delivered to.",
    parcel: "parcel has length, width, height (inches), weight (pounds) and optionally predefinedPackage.",
    shipDate: "shipDate is a date, yyyy-MM-dd.",
    "shipDate-default": "shipDate defaults to today: coldroute never fills it in.",
    deliveryByDate: "deliveryByDate is a date.",
    isSignatureRequired: "isSignatureRequired is a boolean.",
    isRefrigerated: "isRefrigerated is a boolean.",
    forceRetrieveRates: "forceRetrieveRates is a boolean: true bypasses cached rates.",
    response: "The answer is a shipment with recommendedShipmentService and its risk.",
    effect: "Planning evaluates rates, assesses risk and selects the recommended service.",
    account: "Access is authorized per account: the caller acts on its own account alone.",
  }),
  clause("4.5", {
    path: "Package lookup is GET {support_base_url}/v1/packages/{id}.",
    id: "id, required, is the order number or the tracking number.",
    response: "The answer is 200 application/json with a package.",
  }),
].flat();
