/** Contract drift by name, e.g. `package.carrierDesc: value not in spec 2.9` → how often it was seen. */
export type DriftReport = ReadonlyMap<string, number>;
