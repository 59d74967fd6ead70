import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { ArrivingRequest } from "../../src/transports/http/arriving-request.ts";
import { DEFAULT_LIMITS } from "../../src/transports/http/limits.ts";
import { Bodies } from "../../src/transports/http/request-body.ts";

test("a body whose client left before it could be read is broken off", async () => {
  const incoming = new ArrivingRequest(new Socket());
  incoming.destroy();
  await new Promise((resolve) => incoming.once("close", resolve));
  const bodies = new Bodies(DEFAULT_LIMITS, systemClock);
  expect(await bodies.read({ incoming, outgoing: new ServerResponse(incoming) }, bodies.room())).toMatchObject({
    status: 400,
  });
});
