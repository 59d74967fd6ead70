import { clause, type Requirement } from "./requirement.ts";

/** Sections 5 to 9: authentication, events, errors, limits and versioning. */
export const rules: readonly Requirement[] = [
  clause("5", {
    "scopes-open": "Scope names of the other products are not shown: coldroute names none.",
  }),
  clause("5.1", {
    bearer: "Every request carries an access token in Authorization: Bearer.",
  }),
  clause("5.2", {
    grant: "Tokens are issued with the client-credentials grant for the public API's audience.",
    scope: "A token must carry the product's scope.",
  }),
  clause("5.3", {
    secret: "The client secret is never in source code or a web page: coldroute shows it nowhere.",
  }),
  clause("5.4", {
    life: "A token is valid for expires_in seconds.",
    reuse: "Clients cache and reuse a token; one token a call is not to be requested.",
    refresh: "Clients fetch a new token shortly before expiry.",
    "401": "Clients fetch a new token when a call returns 401.",
  }),
  clause("5.5", {
    implicit: "For planning and lookup scopes follow from the client_id: coldroute asks for none.",
    audience: "For package lookup the audience is defaulted: it may be left out.",
  }),
  clause("5.6", {
    account: "A valid token whose API account is missing or invalid gets 403.",
  }),
  clause("6", {
    "events-are-data": "Scan events are data returned by the lookup; notifications are not shown.",
  }),
  clause("7", {
    problem: "Errors are RFC 9457 problem details.",
    unwrapped: "Errors are never wrapped in data and meta.",
    type: "type is present.",
    title: "title is present.",
    status: "status is present and the HTTP status.",
    requestId: "requestId is present and equals the X-Request-Id header.",
    detail: "detail is present where there is more to say.",
    "400": "400: invalid query parameters.",
    "401": "401: token missing, invalid, expired, or lacking the product's scope.",
    "403": "403: the token's API account is missing or invalid.",
    "404": "404: no such resource.",
    "429": "429: rate limit exceeded, with Retry-After in seconds.",
    "502": "502: an upstream data source is unavailable; retry later.",
    "503": "503: an upstream data source is unavailable; retry later.",
    "type-open": "The set of type values is not shown: any is passed on, none is branched on.",
    "formats-open": "Error formats of planning and lookup are not shown: any body is an orderly error.",
  }),
  clause("8", {
    "limits-open": "The value of the rate limits is not shown: coldroute assumes none.",
    "pageSize-open": "Maximum and default of pageSize are not shown: coldroute takes what the service accepts.",
  }),
  clause("8.1", {
    account: "All applications and credentials of an account share one limit for each product.",
    product: "Rate limits apply per product.",
  }),
  clause("8.2", {
    "retry-after": "Exceeding a limit is answered 429 with Retry-After in seconds.",
    honoured: "Clients honour Retry-After, with backoff.",
  }),
  clause("8.3", {
    "no-cap": "There is no monthly cap.",
  }),
  clause("8.4", {
    life: "An access token lives 24 hours.",
  }),
  clause("8.5", {
    externalShipmentId: "externalShipmentId has at most 50 characters.",
    zipCode: "zipCode has 1 to 5 characters.",
    state: "state has 2 characters.",
    country: "country has 2 characters.",
    shipmentId: "shipmentId has 28 to 90 characters.",
    shipmentServiceId: "shipmentServiceId has 28 to 90 characters.",
    credentialId: "credentialId has 28 to 90 characters.",
    timeZone: "A time zone identifier has 3 to 50 characters.",
    weight: "A package's weight is 0 to 1000.",
    tier: "tier is 0 to 2.",
  }),
  clause("8.6", {
    horizon: "The dates accepted by five-day risk are limited to the published horizon.",
  }),
  clause("9.1", {
    v1: "The version is the first path segment of the risk data and package lookup APIs.",
    shipments: "/shipments carries no version segment.",
  }),
  clause("9.2", {
    additive: "A published version never changes in a breaking way: what is added passes through.",
  }),
  clause("9.3", {
    announced: "Retirement of a version is announced in advance.",
  }),
  clause("9.4", {
    "risk.version": "The risk model has its own version string in risk.version.",
  }),
].flat();
