import { expect, test } from "vitest";
import { type Client, exchange, GRANT } from "./client.ts";
import { inDays, PLAN } from "./plan.ts";
import { running } from "./running.ts";

const alerts = (query: string) => (client: Client) => client.alerts(query);
const risk = (query: string) => (client: Client) => client.risk(query);
const plan = (change: object) => (client: Client) => client.plan({ ...PLAN, ...change });

test.each([
  ["?pageSize=none", alerts, "pageSize"],
  ["?pageSize=", alerts, "pageSize"],
  ["?pageSize=50001", alerts, "pageSize"],
  ["?page=0", alerts, "page"],
  ["?minLevel=Tepid", alerts, "minLevel"],
  ["?pagesize=5", alerts, "pagesize"],
  ["?granularity=county", risk, "granularity"],
  ["?date=2026-02-30", risk, "date"],
  ["?day=2026-07-09", risk, "day"],
])("the sandbox refuses %s and names the parameter", async (query, ask, named) => {
  const { sandbox, client } = await running();
  const { status, json } = await ask(query)(client);
  expect([status, String(json["detail"]).split(": ")[0]]).toEqual([400, named]);
  expect(sandbox.ledger.billed()).toBe(0);
});

test.each([
  ["origin", { origin: undefined }],
  ["destination.zipCode", { destination: {} }],
  ["destination.zipCode", { destination: { zipCode: "123456" } }],
  ["destination.zipCode", { destination: { zipCode: "" } }],
  ["origin.state", { origin: { zipCode: "38118", state: "TEN" } }],
  ["origin.country", { origin: { zipCode: "38118", country: "USA" } }],
  ["origin.isResidential", { origin: { zipCode: "38118", isResidential: "no" } }],
  ["parcel.weight", { parcel: { ...PLAN.parcel, weight: -1 } }],
  ["parcel.length", { parcel: { weight: 5 } }],
  ["parcel.predefinedPackage", { parcel: { weight: 5, predefinedPackage: "Suitcase" } }],
  ["externalShipmentId", { externalShipmentId: "x".repeat(51) }],
  ["shipDate", { shipDate: "2026-02-30" }],
  ["shipDate", { shipDate: inDays(-3) }],
  ["deliveryByDate", { shipDate: inDays(1), deliveryByDate: inDays(0) }],
  ["isRefrigerated", { isRefrigerated: "yes" }],
  ["isFragile", { isFragile: true }],
])("the sandbox refuses a plan for its %s (service.md 8.5): %j", async (named, change) => {
  const { sandbox, client } = await running();
  const { status, json } = await plan(change)(client);
  expect([status, String(json["detail"]).split(": ")[0]]).toEqual([400, named]);
  expect(sandbox.ledger.billed()).toBe(0);
});

test.each([
  ["grant_type", { grant_type: "password" }, 400],
  ["client_id", { client_id: undefined }, 400],
  ["client_secret", { client_secret: "" }, 400],
  ["audience", { audience: "urn:other:public-api" }, 400],
  ["client_id", { client_id: 7 }, 400],
  ["scope", { scope: "all" }, 400],
  ["client_secret", { client_secret: "wrong" }, 401],
  ["client_id", { client_id: "nobody" }, 401],
])("the sandbox refuses an exchange for its %s: %j", async (named, change, expected) => {
  const { sandbox } = await running();
  const { status, json, headers } = await exchange(sandbox, { ...GRANT, ...change });
  expect(status).toBe(expected);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  expect(json).toMatchObject({ status: expected, requestId: headers.get("X-Request-Id") });
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
