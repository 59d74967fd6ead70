import { describe, expect, test } from "vitest";
import { ContractDrift } from "../../../src/api/contract/drift.ts";
import type { Product } from "../../../src/domain/product.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { answerOf, startScripted } from "../../support/client.ts";
import { ManualClock } from "../../support/manual-clock.ts";

describe("contract drift: kept, counted by name, logged once, never an error [G-answers]", () => {
  test("[2.7-carrier] unknown enum values, a broken bound, an unknown field and a missing one of a shipment", async () => {
    const shipment = {
      shipmentId: "short",
      surprise: { a: 1 },
      recommendedShipmentService: {
        carrier: "CarrierZ",
        transitService: "17 Simulation Lane",
        price: "48.20",
        estimatedArrivalDateTimeZone: "UT",
      },
    };
    const { api, call, clock, lines, flushed } = await startScripted({
      planning: () => ({ status: 201, json: shipment }),
    });
    for (const waitMs of [0, 1_000]) {
      clock.advance(waitMs);
      expect(answerOf(await api.plan({}, call()))).toEqual(shipment);
    }
    const names = [
      "shipment.shipmentId: too_small",
      "shipment: unrecognized_keys",
      "shipment.recommendedShipmentService.carrier: invalid_value",
      "shipment.recommendedShipmentService.transitService: invalid_value",
      "shipment.recommendedShipmentService.price: invalid_type",
      "shipment.recommendedShipmentService.risk: missing",
      "shipment.recommendedShipmentService.estimatedArrivalDateTimeZone: too_small",
    ];
    expect(Object.fromEntries(api.status().drift)).toEqual(Object.fromEntries(names.map((name) => [name, 2])));
    await flushed();
    for (const name of names) {
      const told = lines.filter((line) => line.includes(JSON.stringify(name)));
      expect(told).toEqual([expect.stringContaining("departs from its interface specification")]);
    }
    // Values and unknown field names come from the service and may be personal, so the log holds neither.
    expect(lines.join("")).not.toMatch(/Simulation Lane|CarrierZ|surprise/);
  });

  test("in a burst, one answer of each product is checked, after it was handed on", async () => {
    const clock = new ManualClock();
    const drift = new ContractDrift(clock, createLog({ level: "silent" }));
    const found: string[] = [];
    const answer = (product: Product, name: string) =>
      drift.check(product, () => {
        found.push(name);
        return [name];
      });
    answer("tracking", "first");
    answer("tracking", "second");
    answer("risk", "third");
    expect(found).toEqual([]);
    await clock.advance(999);
    answer("tracking", "fourth");
    await clock.advance(1);
    answer("tracking", "fifth");
    expect([...drift.report()]).toEqual(["first", "third", "fifth"].map((name) => [name, 1]));
    await clock.advance(0);
    expect(found).toEqual(["first", "third", "fifth"]);
  });

  test("the client logs the drift of the last answer before it closes", async () => {
    const { api, call, lines, flushed } = await startScripted({
      tracking: () => ({ status: 200, json: { status: 5, orderNumber: "1" } }),
    });
    answerOf(await api.package("1", call()));
    await api.close();
    await flushed();
    expect(lines.join("")).toContain("package.status: invalid_type");
  });

  test("infinite numbers in meta and ZIPs sent as numbers are read without an error", async () => {
    const raw =
      '{"data":[{"zip":85001},{"zip":7},{}],"meta":{"total":1e999,"window":{"hours":-1e999},"hasMore":false}}';
    const { api, call } = await startScripted({ alerts: () => ({ status: 200, raw }) });
    const set = answerOf(await api.alerts({}, call()));
    expect(set).toMatchObject({ total: 3, windowHours: null, unplaced: 2 });
    expect(set.at("85001")).toEqual([{ zip: 85_001 }]);
  });

  test("[9.3-announced] each announcement of the version's end is logged once", async () => {
    const headers = { sunset: "Sat, 31 Dec 2027 23:59:59 GMT", deprecation: "@1767139200" };
    const { api, call, lines, flushed } = await startScripted({
      tracking: () => ({ status: 200, json: { status: "x" }, headers }),
    });
    for (const id of ["1", "2"]) answerOf(await api.package(id, call()));
    await flushed();
    expect(lines.filter((line) => line.includes("announces the end"))).toHaveLength(2);
  });
});
