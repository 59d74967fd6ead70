import { describe, expect, it } from "vitest";
import { parcel } from "./samples.ts";
import { checkHeatAlerts, getFiveDayRisk, plan, planShipment, trackPackage } from "./situation.ts";
import { alertSet, ask, riskDay } from "./written-api.ts";
import { noon, routed } from "./written-route.ts";

describe("records that are, or may be, of another country, are counted in a note", () => {
  const level = { temperatureLevel: "SevereHot" };
  const told = (count: string) =>
    `${count} told may be abroad: country, state, city, zone or coordinates speak against the ZIP.`;
  const gone = (count: string) =>
    `${count} left out as of another country or state, by the country, city, state, zone or coordinates given.`;
  const abroad = (notes: readonly string[]) => notes.filter((note) => /abroad|another country/.test(note));

  it.each([
    ["a city elsewhere", { city: "Ingolstadt" }, [told("1 alert")]],
    ["a state elsewhere", { state: "Bayern" }, [told("1 alert")]],
    ["both", { city: "Ingolstadt", state: "BY" }, [gone("1 alert")]],
    ["a province elsewhere", { province: "QC" }, [told("1 alert")]],
    ["a province elsewhere, beside a state that is blank", { province: "QC", state: "" }, [told("1 alert")]],
    ["a province that is a state here", { province: "Arizona" }, []],
    ["a list of countries", { country: ["MX"] }, [gone("1 alert")]],
    ["a list of countries with this one", { country: ["US", null] }, []],
    ["another city and state of this country", { city: "Denver", state: "CO" }, [gone("1 alert")]],
    ["a country", { country: "DE" }, [gone("1 alert")]],
    ["a nation", { nation: "France" }, [gone("1 alert")]],
    ["a zone", { timeZone: "Europe/Paris" }, [gone("1 alert")]],
    ["coordinates", { latitude: 46.7, longitude: -1.4 }, [gone("1 alert")]],
    ["a city that is there", { city: "Phoenix", state: "AZ" }, []],
    ["the country by other names for it", { country: "America", countryCode: "US-AZ", countryName: "CONUS" }, []],
    [
      "a field that names no country",
      { countryId: 233, country: { id: "7" }, countryside: "flat", countryCallingCode: "+1" },
      [],
    ],
    ["keys, beside the country", { countryId: "9b2e6c1a-52c1", country: { id: "Q30", code: "US" } }, []],
    ["a number to call", { phoneCountryCode: "+1" }, []],
    ["a country by a key in letters", { countryId: "DE" }, [gone("1 alert")]],
    ["the same in an object", { country: { id: "DE" } }, [gone("1 alert")]],
    ["nothing", {}, []],
  ])("%s, of alerts in a city", async (_, more, expected) => {
    const alerts = alertSet([{ zip: "85001", ...more, ...level }]);
    const { notes, text } = await ask(checkHeatAlerts, { locations: ["Phoenix, AZ"] }, { alerts });
    expect(abroad(notes)).toEqual(expected);
    for (const note of expected) expect(text).toContain(note);
    expect(text.includes("Phoenix, AZ (81 ZIPs): no alert in this data")).toBe(expected[0] === gone("1 alert"));
  });

  it.each([
    ["a ZIP, where none is left out", ["85001"], [told("2 alerts")]],
    ["a city and its ZIP, each record once", ["Phoenix, AZ", "85001"], [told("2 alerts")]],
    ["everywhere, those listed", undefined, [told("2 alerts")]],
    ["a city, some of each", ["Phoenix, AZ"], [told("1 alert"), gone("1 alert")]],
  ])("of %s", async (_, locations, expected) => {
    const records = [{ country: "DE" }, { city: "Ingolstadt" }, {}].map((more) => ({
      zip: "85001",
      ...more,
      ...level,
    }));
    const args = locations === undefined ? {} : { locations };
    expect(abroad((await ask(checkHeatAlerts, args, { alerts: alertSet(records) })).notes)).toEqual(expected);
  });

  it("of risk, over all days", async () => {
    const risk = () => riskDay([{ zip: "850", city: "Ingolstadt", state: "BY", riskLevel: "High" }]);
    const { notes } = await ask(getFiveDayRisk, { locations: ["Phoenix, AZ"], days: 2 }, { risk });
    expect(abroad(notes)).toEqual([gone("2 records")]);
  });

  it("of the alerts and risk beside a package or a route", async () => {
    const alerts = alertSet([{ zip: "85001", country: "DE", ...level }]);
    const risk = () => riskDay([{ zip: "850", city: "Ingolstadt", riskLevel: "High" }]);
    const packages = { "1": parcel() };
    const tracked = await ask(trackPackage, { ids: ["1"], checkHeat: true }, { packages, alerts });
    expect(abroad(tracked.notes)).toEqual([gone("1 alert")]);
    const shipment = routed({ ...noon, zip: "85001" });
    const planned = await ask(planShipment, { ...plan, checkHeat: true }, { shipment, alerts, risk });
    expect(abroad(planned.notes)).toEqual([gone("1 alert"), told("1 risk record")]);
  });
});
