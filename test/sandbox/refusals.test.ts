import { expect, test } from "vitest";
import { type Client, exchange, GRANT, type Seen } from "./client.ts";
import { inDays, PLAN } from "./plan.ts";
import { running } from "./running.ts";

const plan = (change: object) => (client: Client) => client.plan({ ...PLAN, ...change });

test.each<readonly [named: string, refused: string, ask: (client: Client) => Promise<Seen>]>([
  ["pageSize", "none", (client) => client.alerts("?pageSize=none")],
  ["pageSize", "50001", (client) => client.alerts("?pageSize=50001")],
  ["page", "0", (client) => client.alerts("?page=0")],
  ["minLevel", "Tepid", (client) => client.alerts("?minLevel=Tepid")],
  ["pagesize", "5", (client) => client.alerts("?pagesize=5")],
  ["granularity", "county", (client) => client.risk("?granularity=county")],
  ["date", "2026-02-30", (client) => client.risk("?date=2026-02-30")],
  ["origin", "nothing", plan({ origin: undefined })],
  ["destination.zipCode", "nothing", plan({ destination: {} })],
  ["destination.zipCode", "six digits", plan({ destination: { zipCode: "123456" } })],
  ["origin.state", "TEN", plan({ origin: { zipCode: "38118", state: "TEN" } })],
  ["parcel.weight", "-1", plan({ parcel: { ...PLAN.parcel, weight: -1 } })],
  ["parcel.length", "nothing", plan({ parcel: { weight: 5 } })],
  ["parcel.predefinedPackage", "Suitcase", plan({ parcel: { weight: 5, predefinedPackage: "Suitcase" } })],
  ["externalShipmentId", "51 characters", plan({ externalShipmentId: "x".repeat(51) })],
  ["shipDate", "a day long past", plan({ shipDate: inDays(-3) })],
  ["deliveryByDate", "a day before shipping", plan({ shipDate: inDays(1), deliveryByDate: inDays(0) })],
  ["isFragile", "true", plan({ isFragile: true })],
])("the sandbox refuses %s: %s, and names it (service.md 8.5)", async (named, _, ask) => {
  const { sandbox, client } = await running();
  const { status, json } = await ask(client);
  expect([status, String(json["detail"]).split(": ")[0]]).toEqual([400, named]);
  expect(sandbox.ledger.billed()).toBe(0);
});

test.each([
  ["grant_type", { grant_type: "password" }, 400],
  ["client_secret", { client_secret: "" }, 400],
  ["audience", { audience: "urn:other:public-api" }, 400],
  ["client_secret", { client_secret: "wrong" }, 401],
])("the sandbox refuses an exchange for its %s: %j", async (named, change, expected) => {
  const { sandbox } = await running();
  const { status, json } = await exchange(sandbox, { ...GRANT, ...change });
  expect(status).toBe(expected);
  expect(json["detail"]).toContain(named);
});

test("the sandbox accepts values at the bounds", async () => {
  const { client } = await running();
  const { status, json } = await client.plan({
    externalShipmentId: "x".repeat(50),
    origin: { zipCode: "3" },
    destination: { zipCode: "K1A0B", country: "CA" },
    parcel: { weight: 0.1, predefinedPackage: "SmallBox" },
  });
  expect(status).toBe(201);
  expect(json["parcel"]).toEqual({ length: 9, width: 6, height: 3, weight: 0.1, predefinedPackage: "SmallBox" });
});

test("the sandbox accepts only JSON", async () => {
  const { sandbox, client } = await running();
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const answers = [
    await client.plan("not JSON"),
    await client.plan("[]"),
    await client.plan(PLAN, { "Content-Type": "text/plain" }),
    await exchange(sandbox, "grant_type=client_credentials", form),
    await exchange(sandbox, "grant_type=client_credentials"),
    await exchange(sandbox, "[]"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 415, 400, 400]);
});
