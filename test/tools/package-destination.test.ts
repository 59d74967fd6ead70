import { describe, expect, it } from "vitest";
import type { PackageHeat } from "../../src/tools/package-heat.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { late, melting, scan } from "./samples.ts";
import { alertSet, ask, type Written } from "./written-api.ts";

async function track(
  packages: NonNullable<Written["packages"]>,
  alerts = alertSet([{ zip: "98660", temperatureLevel: "SevereHot" }]),
) {
  const told = await ask(trackPackage, { ids: Object.keys(packages), checkHeat: true }, { packages, alerts });
  return { ...told, entries: told.structured["packages"] as readonly { readonly heat?: PackageHeat }[] };
}

describe("packages bound for a place without a readable ZIP", () => {
  it.each([
    [{ city: "Tucson", state: "AZ" }, "destination without a ZIP, looked up as Tucson, AZ"],
    [{ city: "Tucson", state: "AZ", zip: "N/A" }, "destination without a ZIP, looked up as Tucson, AZ"],
    [
      { city: "Tuscon", state: "Arizona", zip: "" },
      "destination without a ZIP, looked up as Tuscon, Arizona: read as Tucson, AZ, the only name close to it",
    ],
    [{ city: "Tucson", state: "AZ", zip: "857011234" }, "destination without a readable ZIP, looked up as Tucson, AZ"],
    [{ city: "Tucson", state: "AZ", zip: 857011234 }, "destination without a readable ZIP, looked up as Tucson, AZ"],
    [{ city: "Tucson", state: "AZ", zip: "85701 1234" }, "destination without a readable ZIP, looked up as Tucson, AZ"],
  ])("are looked up all over the city they are bound for where %j has no readable ZIP", async (address, note) => {
    const hot = alertSet([{ zip: "85705", temperatureLevel: "SevereHot" }]);
    const { entries, text } = await track({ "1": late, "2": { ...melting, recipientAddress: address } }, hot);
    expect(entries[1]?.heat).toMatchObject({
      destination: "Tucson, AZ",
      destinationAlert: expect.stringMatching(/^SevereHot \(in 1 of its \d\d ZIPs\)$/),
      note,
    });
    expect(text).toContain(note);
    // Bound for an alert it comes first, as with a ZIP.
    expect(text).toMatch(/^2: .*\n(?: .*\n)*1: /m);
  });

  it("are looked up where their country is named, though the last scan is abroad", async () => {
    const events = [scan("22:14", "x", { city: "Milano", state: "MI", timeZone: "Europe/Rome" })];
    const recipientAddress = { city: "Vancouver", state: "WA", country: "US" };
    const { entries } = await track({ "1": { ...melting, events, recipientAddress } });
    expect(entries[0]?.heat?.destinationAlert).toMatch(/^SevereHot/);
  });

  it.each(["00000", "85400", "00000-0000", " 00400 "])(
    "are looked up all over their city where nobody knows the ZIP %j",
    async (zip) => {
      const hot = alertSet([{ zip: "85705", temperatureLevel: "SevereHot" }]);
      const recipientAddress = { city: "Tucson", state: "AZ", zip };
      const { entries, text } = await track({ "1": late, "2": { ...melting, recipientAddress } }, hot);
      // No code is counted that is not the city's.
      const whole = await track({ "1": { ...melting, recipientAddress: { city: "Tucson", state: "AZ" } } }, hot);
      expect(whole.entries[0]?.heat?.destinationAlert).toMatch(/^SevereHot \(in 1 of its \d+ ZIPs\)$/);
      const note = `destination ZIP ${zip.trim().slice(0, 5)} not known here, looked up as Tucson, AZ`;
      expect(entries[1]?.heat).toMatchObject({
        destination: "Tucson, AZ",
        destinationAlert: whole.entries[0]?.heat?.destinationAlert,
        note,
      });
      expect(text).toContain(note);
      expect(text).toMatch(/^2: .*\n(?: .*\n)*1: /m);
    },
  );

  it("are looked up by a ZIP newer than the index as well as by its city", async () => {
    const hot = alertSet([{ zip: "85799", temperatureLevel: "SevereHot" }]);
    const recipientAddress = { city: "Tucson", state: "AZ", zip: "85799" };
    const { entries } = await track({ "1": { ...melting, recipientAddress } }, hot);
    expect(entries[0]?.heat).toMatchObject({
      destinationAlert: expect.stringMatching(/^SevereHot \(in 1 /),
      note: "destination ZIP 85799 not known here, looked up as Tucson, AZ",
    });
  });

  it.each([
    ["no city", { state: "AZ", zip: "00000" }, "00000", "destination 00000 not known here"],
    [
      "a city that nobody knows",
      { city: "Qwxyz", state: "AZ", zip: "00000" },
      "00000",
      "destination 00000 not known here",
    ],
    [
      "a ZIP of another state",
      { city: "Tucson", state: "AZ", zip: "99999" },
      null,
      "destination perhaps abroad, not looked up: ZIP 99999 is not in state AZ",
    ],
  ])("say of a ZIP that is not known what was looked up, beside %s", async (_, recipientAddress, destination, note) => {
    const { entries, text } = await track({ "1": { ...melting, recipientAddress } });
    expect(entries[0]?.heat).toMatchObject({ destination, destinationAlert: null, note });
    expect(text).toContain(note);
  });

  it("are looked up by city where the ZIP has lost the zero in front", async () => {
    const hot = alertSet([{ zip: "02115", temperatureLevel: "SevereHot" }]);
    const recipientAddress = { city: "Boston", state: "MA", zip: "2108" };
    const { entries } = await track({ "1": { ...melting, recipientAddress } }, hot);
    expect(entries[0]?.heat).toMatchObject({
      destination: "Boston, MA",
      note: "destination without a readable ZIP, looked up as Boston, MA",
    });
  });

  it.each([
    ["no address of the recipient", { recipientAddress: null }, "destination without a ZIP, not looked up"],
    [
      "neither ZIP nor state of the recipient",
      { recipientAddress: { city: "Miami", state: null, zip: null } },
      "destination without a ZIP, not looked up",
    ],
    [
      "a recipient without a ZIP in a city that nobody knows",
      { recipientAddress: { city: "Qwxyzville", state: "FL", zip: "" } },
      "destination without a ZIP, and Qwxyzville, FL not known here, not looked up",
    ],
    [
      "a recipient without a ZIP whose misspelt city is one of two",
      { recipientAddress: { city: "Edmond", state: "WA" } },
      "destination without a ZIP, and Edmond, WA not known here, not looked up",
    ],
    [
      "a recipient without a ZIP in a state of another country",
      { recipientAddress: { city: "London", state: "ON" } },
      "destination without a ZIP, and London, ON not known here, not looked up",
    ],
    ...["SW1A 1AA", "636001", "6330", "100-0001", "1010025", "28001-000"].map((zip): [string, object, string] => [
      `a postal code that is no ZIP, ${zip}, beside names that are in the United States too`,
      { recipientAddress: { zip, city: "Vancouver", state: "WA" } },
      "destination without a readable ZIP, not looked up",
    ]),
    [
      "a recipient abroad without a ZIP",
      { recipientAddress: { city: "Dover", state: "DE", country: "GB" } },
      "destination abroad",
    ],
    ...[{ state: "" }, { state: null }, {}].map((state): [string, object, string] => [
      `no ZIP, and a last scan abroad that names no state: ${JSON.stringify(state)}`,
      {
        recipientAddress: { city: "Vancouver", state: "WA" },
        events: [scan("22:14", "x", { city: "Milano", timeZone: "Europe/Rome", state: undefined, ...state })],
      },
      "last scan abroad, by its zone Europe/Rome; " +
        "destination without a ZIP, perhaps abroad as the last scan is, not looked up",
    ]),
    [
      "no ZIP, and a last scan abroad",
      {
        recipientAddress: { city: "Como", state: "CO" },
        events: [scan("22:14", "x", { city: "Milano", state: "MI", timeZone: "Europe/Rome" })],
      },
      "last scan abroad, by its zone Europe/Rome; " +
        "destination without a ZIP, perhaps abroad as the last scan is, not looked up",
    ],
  ])("are not looked up, and that is said, with %s", async (_, more, note) => {
    const { entries, text } = await track({ "1": { ...melting, ...more } });
    expect(entries[0]?.heat).toMatchObject({ destination: null, destinationAlert: null, note });
    expect(text).toContain(note);
  });
});
