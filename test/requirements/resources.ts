import { clause, type Requirement } from "./requirement.ts";

const envelope = clause("2.1", {
  envelope: "A successful answer of a data API is a JSON object with data and meta.",
  camelCase: "Field names are camelCase.",
  timestamps: "Timestamps are UTC ISO-8601.",
  data: "data is an object for a single item and an array for a collection.",
  "meta.generatedAt": "meta.generatedAt, a timestamp, is always present: when the data was produced.",
  "meta.window": "meta.window is an object with hours (integer), present on temperature alerts.",
  "meta.granularity": "meta.granularity is a string (zip5, zip3 are used), present on list responses.",
  "meta.horizon": "meta.horizon is the published horizon of five-day risk; its shape is not shown.",
  "meta.total": "meta.total is an integer, on paginated lists only.",
  "meta.page": "meta.page is an integer, on paginated lists only.",
  "meta.pageSize": "meta.pageSize is an integer, on paginated lists only.",
  "meta.hasMore": "meta.hasMore is a boolean, on paginated lists only.",
  errors: "Errors are never wrapped in data and meta.",
});

const alert = clause("2.2", {
  zip: "zip is the postal code at the response's granularity.",
  temperatureLevel: "temperatureLevel is the name of a level.",
  SevereHot: "SevereHot is one level and is usable as the minLevel filter.",
  "fields-open": "Other fields of alert and risk records are not shown: they pass through.",
  "levels-open": "Levels other than SevereHot are not shown: they pass through.",
  "risk-open": "The values of a shipment's risk are not shown: they pass through.",
  "status-open": "The values of a package's status are not shown: they pass through.",
});

const address = clause("2.3", {
  zipCode: "zipCode is a string, the postal code.",
  line1: "line1 is a string, the first address line.",
  line2: "line2 is a string, the second line.",
  city: "city is a string.",
  state: "state is a string: state, province or region.",
  country: "country is a string, a two-letter ISO 3166-1 code.",
  "country-default": "country defaults to US: coldroute need not send one.",
  name: "name is a string: the person or company at the address.",
  company: "company is a string.",
  phone: "phone is a string.",
  email: "email is a string.",
  isResidential: "isResidential is a boolean.",
  response: "A shipment returns origin, destination and returnAddress in this shape.",
});

const parcel = clause("2.4", {
  length: "length is a number of inches.",
  width: "width is a number of inches.",
  height: "height is a number of inches.",
  weight: "weight is a number of pounds.",
  predefinedPackage: "predefinedPackage is a string, or null when custom dimensions are used.",
});

const shipment = clause("2.5", {
  shipmentId: "shipmentId is a string, the unique id.",
  origin: "origin is an address.",
  destination: "destination is an address.",
  returnAddress: "returnAddress is an address.",
  parcel: "parcel is a parcel.",
  isSignatureRequired: "isSignatureRequired is a boolean.",
  createdAt: "createdAt is a timestamp.",
  updatedAt: "updatedAt is a timestamp.",
  recommendedShipmentService: "recommendedShipmentService is the recommended shipment service.",
  shipDate: "shipDate is the planned send date.",
  deliveryByDate: "deliveryByDate is the date the shipment must be delivered by.",
  externalShipmentId: "externalShipmentId is an optional string.",
});

const shipmentService = clause("2.6", {
  shipmentServiceId: "shipmentServiceId is a string, the rate's identifier.",
  credentialId: "credentialId is a string: the credential used to obtain the rate.",
  carrier: "carrier is one of 2.7.",
  carrierService: "carrierService is one of 2.7.",
  carrierServiceCode: "carrierServiceCode is a string, the carrier's own code.",
  transitService: "transitService is one of 2.7.",
  transitServiceClass: "transitServiceClass is one of 2.7.",
  price: "price is a number, the shipment's total price.",
  currency: "currency is a string, the currency's code.",
  estimatedArrivalDateTime: "estimatedArrivalDateTime is a timestamp.",
  estimatedArrivalDateTimeZone: "estimatedArrivalDateTimeZone is an IANA time zone.",
  estimatedPickupDateTime: "estimatedPickupDateTime is a timestamp.",
  estimatedPickupDateTimeZone: "estimatedPickupDateTimeZone is an IANA time zone.",
  provider: "provider is a string, the provider's name.",
  createdAt: "createdAt is a timestamp.",
  updatedAt: "updatedAt is a timestamp.",
  risk: "risk is the package's risk assessment.",
});

const enumerations = clause("2.7", {
  carrier: "The values of carrier.",
  carrierService: "The values of carrierService.",
  transitService: "The values of transitService.",
  transitServiceClass: "The values of transitServiceClass.",
});

const risk = clause("2.8", {
  version: "version is a string, the risk model's version.",
  "weightedOnDateRisk.risk": "weightedOnDateRisk.risk is a string, the risk category's name.",
  "weightedOnDateRisk.onDate": "weightedOnDateRisk.onDate is a number.",
  predictedRoute: "predictedRoute is an array of route points.",
  "predictedRoute.zip": "A route point's zip is a string.",
  "predictedRoute.type": "A route point's type is a string.",
  "predictedRoute.dateTime": "A route point's dateTime is a timestamp.",
  "predictedRoute.stdDevMinutes": "A route point's stdDevMinutes is an integer.",
});

const trackedPackage = clause("2.9", {
  orderNumber: "orderNumber is a string or null.",
  trackingNumber: "trackingNumber is a string or null.",
  status: "status is a string or null.",
  carrierDesc: "carrierDesc is CarrierA, CarrierB or CarrierC.",
  carrierServiceDesc: "carrierServiceDesc is a string or null.",
  carrierDeliveryLocation: "carrierDeliveryLocation is a string or null.",
  weight: "weight is a number of pounds.",
  tier: "tier is an integer, the protection tier.",
  refrigerated: "refrigerated is a boolean.",
  signatureRequired: "signatureRequired is a boolean.",
  reIced: "reIced is a boolean.",
  manifestDate: "manifestDate is a datetime or null.",
  scheduledDeliveryDate: "scheduledDeliveryDate is a datetime or null.",
  slip: "A difference between scheduled and original scheduled delivery suggests a delay.",
  originalScheduledDeliveryDate: "originalScheduledDeliveryDate is a datetime or null.",
  deliveryDate: "deliveryDate is a datetime or null.",
  recipientAddress: "recipientAddress is an object with line1, line2 (nullable), city, state and zip.",
  events: "events is an array of scan events, or null.",
  "no-zone": "Datetimes of a package carry no zone designator; an event's zone is in its timeZone.",
  "event.code": "An event's code is a string.",
  "event.discriminator": "An event's discriminator is a string.",
  "event.description": "An event's description is a string.",
  "event.city": "An event's city is a string.",
  "event.state": "An event's state is a string.",
  "event.eventDateTime": "An event's eventDateTime is a datetime without zone designator.",
  "event.timeZone": "An event's timeZone is a zone's name.",
});

/** Section 2: resources and their fields. */
export const resources: readonly Requirement[] = [
  envelope,
  alert,
  address,
  parcel,
  shipment,
  shipmentService,
  enumerations,
  risk,
  trackedPackage,
].flat();
