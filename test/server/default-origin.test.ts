import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { withOriginRead } from "../../src/server/arguments/default-origin.ts";
import { askScripted } from "../support/asking.ts";

const reading = (given: string) => withOriginRead(loadConfig({ COLDROUTE_DEFAULT_ORIGIN: given }));

describe("COLDROUTE_DEFAULT_ORIGIN [G-configuration] is read like a call's origin", () => {
  test.each([
    ["a ZIP", "38118", { zipCode: "38118" }],
    ["ZIP+4", " 38118-1234 ", { zipCode: "38118" }],
    [
      "an address as JSON, with blanks and a number",
      '{"zipCode":38118,"state":" TN "}',
      { zipCode: "38118", state: "TN" },
    ],
  ])("%s", (_, given, address) => {
    expect(reading(given).originAddress).toEqual(address);
  });

  test.each([
    ["a four-digit ZIP", "2134", /02134/],
    [
      "a ZIP of another state",
      '{"zipCode":"38118","state":"FL"}',
      /: origin\.state is not the state of 38118 Memphis, TN$/,
    ],
    ["a line without a ZIP", "Memphis, TN", /: origin has no ZIP$/],
    ["a state that is none", '{"state":"TEN"}', /origin\.state is not a US state/],
    [
      "an unknown member",
      '{"zip":"38118"}',
      /: origin has no field zip; did you mean zipCode\? It has zipCode, line1, /,
    ],
    ["broken JSON", "{not json", /./],
  ])("%s is refused in words that name the member and do not quote the value", (_, given, why) => {
    const found = reading(given).problems.find(({ variable }) => variable === "COLDROUTE_DEFAULT_ORIGIN");
    expect(found).toMatchObject({ message: expect.stringMatching(why), blocks: ["plan_shipment"] });
    expect(found?.message).not.toContain(`"${given}"`);
  });
});

test.each([
  [{}, ["origin", "destination", "parcel"]],
  [{ COLDROUTE_DEFAULT_ORIGIN: "38118" }, ["destination", "parcel"]],
])("under %j, plan_shipment requires %j, so that a model asks for what is missing", async (settings, required) => {
  const { catalogue } = await askScripted({}, settings);
  const { inputSchema } = catalogue.list().find(({ name }) => name === "plan_shipment") ?? {};
  expect(inputSchema).toMatchObject({ required });
});
