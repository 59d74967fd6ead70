import { expect, test } from "vitest";
import { createApp } from "../src/app.ts";
import { startFalseRedis } from "./support/redis.ts";

test("closing while Redis is connecting ends its connection", async () => {
  const { url, sockets } = await startFalseRedis();
  const app = await createApp({ sandbox: false, environment: { COLDROUTE_REDIS_URL: url }, quiet: true });
  void app.api();
  await expect.poll(() => sockets.length).toBe(1);
  await app.close();
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
});

test("a client that fails to close keeps no sandbox open", async () => {
  const app = await createApp({ sandbox: true, environment: {}, quiet: true });
  const failing = new Error("the client fails");
  Object.assign(await app.api(), { close: () => Promise.reject(failing) });
  await expect(app.close()).rejects.toBe(failing);
  await expect(fetch(String(app.config.authUrl))).rejects.toThrow("fetch failed");
});

test("an embedded sandbox ranks levels as the operator does, else as its world does [G-order]", async () => {
  const sandboxed = async (environment: Readonly<Record<string, string>>) => {
    const app = await createApp({ sandbox: true, environment, quiet: true });
    await app.close();
    return app.config;
  };
  const own = await sandboxed({ COLDROUTE_ALERT_LEVELS: "Warm,SevereHot", COLDROUTE_RISK_LEVELS: "Low,,High" });
  expect(own.alertLevels).toEqual(["Warm", "SevereHot"]);
  expect(own.problems).toMatchObject([{ variable: "COLDROUTE_RISK_LEVELS" }]);
  const none = await sandboxed({ COLDROUTE_RISK_LEVELS: " " });
  expect([none.alertLevels?.at(-1), none.riskLevels?.at(-1), none.problems]).toEqual(["ExtremeHot", "Severe", []]);
});
