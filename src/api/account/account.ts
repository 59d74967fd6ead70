import { hkdfSync } from "node:crypto";
import type { Product } from "../../domain/product.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time-units.ts";
import { ownTurn } from "../../runtime/turns.ts";
import type { Account } from "../model/account.ts";
import type { ApiOptions } from "../model/api.ts";
import { readSecret } from "../token/secret.ts";
import { connectRedis, hashOf } from "./redis.ts";
import { sharedBill } from "./shared-bill.ts";
import { sharedRandomKey } from "./shared-key.ts";
import { getOrMakeValue } from "./shared-value.ts";

/** The version of all that lies in Redis. Processes of two versions share nothing. */
const STATE_VERSION = 2;
/** The longest cool-down to accept at a time: whoever can write to Redis could plant one. */
const MAX_COOL_DOWN_MS = HOUR_MS;

/** Connects to the state of an account in Redis (G-account). Waits two seconds at most, then goes on. */
export async function connectAccount(
  redisUrl: string,
  { config, clock, log }: Pick<ApiOptions, "config" | "clock" | "log">,
): Promise<Account> {
  const { clientId = "", accountName = clientId, clientSecret, authUrl, audience, productUrls } = config;
  const redis = await connectRedis(redisUrl, clock, log);
  const closing = new AbortController();
  // Not keyed with the secret: its rotation must not split the bill.
  const prefix = `coldroute:${STATE_VERSION}:${hashOf(accountName)}`;
  const coolDownKey = (product: Product): string => `${prefix}:hold:${product}`;
  const bill = sharedBill(redis, clock, `${prefix}:bill`);
  let sealing: Uint8Array | undefined;
  return {
    claim: bill.claim,
    async coolDownLeftMs(product) {
      const [leftMs] = (await redis.run([["PTTL", coolDownKey(product)]])) ?? [];
      return Math.max(0, Math.min(Number(leftMs ?? 0), MAX_COOL_DOWN_MS));
    },
    beginCoolDown(product, waitMs) {
      const key = coolDownKey(product);
      const lifeMs = String(Math.ceil(Math.min(waitMs, DAY_MS)));
      // GT: the later end wins.
      const prolongCommand = ["PEXPIRE", key, lifeMs, "GT"];
      void redis.run([["SET", key, "1", "NX", "PX", lifeMs], prolongCommand]);
    },
    async getOrMake(name, limits, recipe) {
      if (sealing === undefined) {
        const secret = clientSecret && (await readSecret(clientSecret, clock, closing.signal));
        if (!secret?.ok) return recipe.make();
        sealing = new Uint8Array(hkdfSync("sha256", secret.value, "", `coldroute account ${STATE_VERSION}`, 32));
      }
      const scope = [clientId, authUrl, audience, productUrls, name];
      const key = `${prefix}:value:${hashOf(JSON.stringify(scope))}`;
      return getOrMakeValue({ redis, clock, key, sealing }, limits, recipe);
    },
    pseudonymKey: sharedRandomKey(redis, clock, `${prefix}:pseudonyms`),
    status: () => ({ ...redis.status(), billedToday: bill.today() }),
    async close() {
      closing.abort();
      // Work that was just cancelled first gives back what it claimed or locked.
      await ownTurn();
      await redis.close();
    },
  };
}
