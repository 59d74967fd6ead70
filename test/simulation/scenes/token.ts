import { PRODUCTS } from "../../../src/sandbox/settings.ts";
import type { Fault } from "../../support/sandbox.ts";
import { parcel, plan, refused, type Scene } from "../plot.ts";
import { between, chance, pick } from "../random.ts";
import type { Ask } from "../steps.ts";

/** A background refresh fails while the token is still valid. */
const failedRefresh: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 100 } });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, parcel);
  const failing = pick(random, [
    { kind: "status", status: pick(random, [401, 403, 500]) },
    { kind: "status", status: 429, headers: { "Retry-After": "3" } },
    { kind: "reset" },
  ] as const);
  plot.fault(91_000, { product: "token", times: between(random, 1, 4), ...failing });
  for (let atMs = 91_000; atMs < 99_000; atMs += between(random, 500, 2_000)) plot.call(atMs, 12_000, parcel);
};

/** A token comes without `expires_in`. */
const lifeUntold: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 86_400 } });
  plot.fault(0, { product: "token", kind: "noMeta" });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, parcel);
  for (const atMs of pick(random, [[310_000], [200_000, 310_000], [280_000, 310_000]])) plot.call(atMs, 12_000, parcel);
};

/** The service refuses the credentials for the better part of an hour. */
const refusedForLong: Scene = (random, plot) => {
  plot.fault(0, { product: "token", kind: "status", status: pick(random, [400, 401, 403]), times: 8 });
  plot.add(0, { act: "revoke" });
  for (let atMs = 0; atMs < 3_300_000; atMs += between(random, 20_000, 180_000)) plot.call(atMs, 3_000, parcel);
};

/** Some exchanges fail. Calls come while the client remembers the failure, and after. */
const failuresForgotten: Scene = (random, plot) => {
  const failing = pick(random, [{ kind: "reset" }, { kind: "html" }, { kind: "status", status: 500 }] as const);
  plot.fault(0, { product: "token", times: between(random, 2, 4), ...failing });
  plot.add(0, { act: "revoke" });
  for (const atMs of [0, 4_000, 7_000, 20_000, 40_000]) plot.call(atMs, 3_000, parcel);
};

/** A product's scope is missing for some minutes. Calls keep asking for the product. */
const scopeMissing: Scene = (random, plot, { tomorrow }) => {
  const [product, ask] = pick(random, [
    ["tracking", parcel] as const,
    ["risk", (): Ask => ({ kind: "risk", granularity: "zip5", date: tomorrow })] as const,
  ]);
  plot.add(0, { act: "settings", change: { scopes: PRODUCTS.filter((each) => each !== product), tokenLifeS: 86_400 } });
  plot.add(0, { act: "revoke" });
  for (let atMs = 100; atMs < 150_000; atMs += between(random, 1_000, 12_000)) {
    plot.call(atMs, 12_000, ask);
    if (chance(random, 0.2)) plot.call(atMs + 50, 12_000, plan);
  }
  plot.add(150_000, { act: "settings", change: { scopes: PRODUCTS } });
};

/** Two requests get a 401 for the same token, the second when the client already has a new one. */
const lateRefusal: Scene = (random, plot) => {
  plot.call(0, 12_000, parcel);
  const refused: Omit<Fault, "delayMs"> = { product: "tracking", kind: "status", status: 401 };
  plot.fault(5_000, refused);
  plot.fault(5_000, { ...refused, delayMs: between(random, 1_000, 4_000) });
  for (let count = between(random, 2, 4); count > 0; count -= 1) plot.call(5_000, 25_000, parcel);
  for (let count = between(random, 1, 3); count > 0; count -= 1)
    plot.call(5_000 + between(random, 0, 9_000), 25_000, plan);
};

/** The service refuses the credentials, then takes them, then refuses them once more. */
const refusedAnew: Scene = (random, plot) => {
  const status = pick(random, [400, 401, 403]);
  plot.fault(0, { product: "token", ...refused(status), times: 2 });
  plot.add(0, { act: "revoke" });
  for (const atMs of [0, 61_000, 182_000]) plot.call(atMs, 12_000, parcel);
  plot.fault(190_000, { product: "token", ...refused(status) });
  plot.add(190_000, { act: "revoke" });
  for (const atMs of [0, between(random, 61_000, 110_000)]) plot.call(190_000 + atMs, 12_000, parcel);
};

/** The service refuses the credentials with a Retry-After. */
const refusedForSoLong: Scene = (random, plot) => {
  const waitS = between(random, 90, 300);
  const headers = { "Retry-After": String(waitS) };
  plot.fault(0, { product: "token", kind: "status", status: pick(random, [400, 401, 403]), headers });
  for (const atMs of [0, 61_000, waitS * 1_000 - 5_000, waitS * 1_000 + 5_000]) plot.call(atMs, 3_000, parcel);
};

/** A slow refresh while the token is still valid. */
const slowRefresh: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 100 } });
  plot.call(0, 12_000, parcel);
  plot.fault(91_000, { product: "token", kind: "pass", delayMs: pick(random, [300, 700]) });
  for (const atMs of [0, 50, 200, 400]) plot.call(91_000 + atMs, 12_000, parcel);
};

export const TOKEN: readonly Scene[] = [
  failedRefresh,
  lifeUntold,
  refusedForLong,
  failuresForgotten,
  scopeMissing,
  lateRefusal,
  refusedAnew,
  refusedForSoLong,
  slowRefresh,
];
