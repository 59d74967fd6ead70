import { expect, test } from "vitest";
import { createApp } from "../src/app.ts";
import { startSilentRedis } from "./support/redis.ts";

test("closing while Redis is connecting ends its connection", async () => {
  const { url, sockets } = await startSilentRedis();
  const app = await createApp({ sandbox: false, environment: { COLDROUTE_REDIS_URL: url }, quiet: true });
  void app.api();
  await expect.poll(() => sockets.length).toBe(1);
  await app.close();
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
});
