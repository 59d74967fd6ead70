/** A JSON object of the service, every field kept as sent. Fields are read defensively: none but the checked ones is certain. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The body of `POST /shipments` (spec 4.4), already checked against the bounds of spec 8.5. */
export type ShipmentRequest = Readonly<Record<string, unknown>>;
