/** The least that the sandbox plans. */
export const PLAN = {
  origin: { zipCode: "38118" },
  destination: { zipCode: "10001" },
  parcel: { length: 12, width: 10, height: 8, weight: 5 },
};
