import type { Fault } from "../../support/sandbox.ts";
import { parcel, plan, type Scene } from "../plot.ts";
import { between, pick } from "../random.ts";

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

/** A slow refresh while the token is still valid. */
const slowRefresh: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 100 } });
  plot.call(0, 12_000, parcel);
  plot.fault(91_000, { product: "token", kind: "pass", delayMs: pick(random, [300, 700]) });
  for (const atMs of [0, 50, 200, 400]) plot.call(91_000 + atMs, 12_000, parcel);
};

export const TOKEN: readonly Scene[] = [failedRefresh, lifeUntold, lateRefusal, slowRefresh];
