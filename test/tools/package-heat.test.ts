import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/api/failure.ts";
import type { PackageHeat } from "../../src/tools/package-heat.ts";
import { trackPackage } from "../../src/tools/track-package.ts";
import { cold, delivered, late, scan } from "./samples.ts";
import { alertSet, ask, contextOver, type Written } from "./written-api.ts";

const HOT = alertSet([{ zip: "33101", temperatureLevel: "SevereHot" }]);

interface Entry {
  readonly id: string;
  readonly heat?: PackageHeat;
}

async function track(packages: NonNullable<Written["packages"]>, alerts: NonNullable<Written["alerts"]> = HOT) {
  const told = await ask(trackPackage, { ids: Object.keys(packages), checkHeat: true }, { packages, alerts });
  return { ...told, entries: told.structured["packages"] as readonly Entry[] };
}

describe("packages in the heat", () => {
  it("are held against the alerts at their destination and at the place of their last scan", async () => {
    const { entries, text } = await track({ "1": cold });
    expect(entries[0]?.heat).toEqual({
      lastPlace: "Memphis, TN",
      lastPlaceAlert: null,
      destination: "33101 Miami, FL",
      destinationAlert: "SevereHot",
      note: null,
    });
    expect(text).toContain(
      "heat: destination 33101 Miami, FL: alert SevereHot; last place Memphis, TN: no alert in this data.",
    );
    expect(text).toContain("no proof of safe temperatures");
  });

  it("claim no absence where alerts were read in part", async () => {
    const incomplete = { reason: "time", pagesRead: 1, pagesTotal: 2 } as const;
    const hot = [{ zip: "33101", temperatureLevel: "Hot" }];
    const { entries, text } = await track({ "1": cold }, alertSet(hot, { incomplete }));
    expect(entries[0]?.heat).toMatchObject({ lastPlaceAlert: null, note: "alerts read in part" });
    expect(text).toContain(
      "heat: destination 33101 Miami, FL: alert Hot; last place Memphis, TN: alert not known; alerts read in part.",
    );
    const delivered = { ...cold, events: [] };
    const unseen = await track({ "1": delivered }, alertSet(hot, { incomplete }));
    expect(unseen.entries[0]?.heat?.note).not.toContain("read in part");
  });

  it("counts how many ZIPs of a city have an alert", async () => {
    const { entries } = await track({ "1": cold }, alertSet([{ zip: "38118", temperatureLevel: "Hot" }]));
    expect(entries[0]?.heat?.lastPlaceAlert).toMatch(/^Hot \(in 1 of its \d\d ZIPs\)$/);
  });

  it.each(["10001", "11201", "11430", "11691"])(
    "are looked up in every ZIP of the largest cities: New York City's %s",
    async (zip) => {
      const there = { ...cold, events: [scan("22:14", "x", { city: "New York City", state: "NY" })] };
      const { entries, text } = await track({ "1": there }, alertSet([{ zip, temperatureLevel: "Hot" }]));
      expect(entries[0]?.heat?.lastPlaceAlert).toMatch(/^Hot \(in 1 of its 3[0-9]{2} ZIPs\)$/);
      expect(text).not.toContain("New York City, NY: no alert");
      expect(Number(/of its (\d+) ZIPs/.exec(text)?.[1])).toBeGreaterThan(300);
    },
  );

  it("come first in the text where they must stay cold, were not re-iced and are bound for an alert", async () => {
    const { text } = await track({ "1": late, "2": { ...cold, reIced: true }, "3": cold });
    expect(text).not.toContain("Heat is not looked up");
    const order = [...text.matchAll(/^(\d): /gm)].map(([, id]) => id);
    expect(order).toEqual(["3", "1", "2"]);
    expect(text).toMatch(/^2 of 3 need attention; 2 \(\d, \d\) have an alert at their destination or last place\.\n/);
  });

  it("are looked up together, with one reading of alerts", async () => {
    const { context, asked } = contextOver({ packages: { "1": cold, "2": late }, alerts: HOT });
    await trackPackage.run(trackPackage.input.parse({ ids: ["1", "2"], checkHeat: true }), context);
    expect(asked.alerts).toHaveLength(1);
    expect(asked.alerts[0]).toMatchObject({ zips: expect.arrayContaining(["33101", "60601", "38118"]) });
  });

  it("are counted without an end while their alerts are not read, page by page", async () => {
    const { context } = contextOver({ packages: { "1": cold, "2": late }, alerts: HOT });
    const steps: unknown[] = [];
    const told = { ...context, progress: (step: object) => void steps.push(step) };
    await trackPackage.run(trackPackage.input.parse({ ids: ["1", "2"], checkHeat: true }), told);
    expect(steps).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
    steps.length = 0;
    await trackPackage.run(trackPackage.input.parse({ ids: ["1", "2"] }), told);
    expect(steps).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it("are not looked up once delivered, nor unless that was asked", async () => {
    for (const [packages, checkHeat] of [
      [{ "1": delivered }, true],
      [{ "1": cold }, false],
    ] as const) {
      const { context, asked } = contextOver({ packages, alerts: HOT });
      const outcome = await trackPackage.run(trackPackage.input.parse({ ids: ["1"], checkHeat }), context);
      expect(asked.alerts).toEqual([]);
      expect(outcome.ok && outcome.value.structured.packages[0]).not.toHaveProperty("heat");
    }
  });

  it("are looked up at a military ZIP, though the country of the unit stands beside it", async () => {
    const recipientAddress = { city: "APO", state: "AE", zip: "09012", country: "DE" };
    const { entries } = await track({ "1": { ...cold, recipientAddress } });
    expect(entries[0]?.heat).toMatchObject({ destination: "09012 APO, AE", note: null });
  });

  it.each(["VI", " vi", "\u200bVI", "US-VI", "V.I.", "Virgin Islands", "U.S. Virgin Islands"])(
    "are last seen in a territory, %j, whose zone has another country's name",
    async (state) => {
      const place = { city: "Charlotte Amalie", state, timeZone: "America/Port_of_Spain" };
      const { entries } = await track({ "1": { ...cold, events: [scan("22:14", "x", place)] } });
      expect(entries[0]?.heat).toMatchObject({ lastPlace: expect.stringMatching(/, VI$/) });
    },
  );

  it("are told to be left out once delivered, where others are looked up", async () => {
    const { text, notes } = await track({ "1": cold, "2": delivered });
    expect(notes).toContain("Heat is not looked up for what is delivered: 2.");
    expect(text.match(/heat: /g)).toHaveLength(1);
    const all = await track({ "1": delivered, "2": delivered });
    expect(all.notes).toContain("Heat is not looked up for what is delivered.");
  });

  it("are not called delivered where none was found", async () => {
    const { context, asked } = contextOver({ packages: {}, alerts: HOT });
    const outcome = await trackPackage.run(trackPackage.input.parse({ ids: ["99999"], checkHeat: true }), context);
    const notes = outcome.ok ? outcome.value.notes.join(" ") : "";
    expect(notes).toContain("No package was found, so no heat was looked up.");
    expect(notes).not.toContain("delivered");
    expect(asked.alerts).toEqual([]);
  });

  it.each([
    ["no scan", { events: [] }, "last place not known, no scan"],
    [
      "a scan without a city",
      { events: [{ ...scan("22:14", "x"), city: null }] },
      "last place not known, its scan names no city and state",
    ],
    [
      "a city that nobody knows",
      { events: [{ ...scan("22:14", "x"), city: "Qwxyzville" }] },
      "last place Qwxyzville, TN not known here, not looked up",
    ],
    [
      "a recipient abroad whose code has five digits",
      { recipientAddress: { zip: "33101", country: "DE" } },
      "destination abroad",
    ],
    [
      "a recipient whose state is not the ZIP's",
      { recipientAddress: { city: "Berlin", state: "BE", zip: "10115" } },
      "destination perhaps abroad, not looked up: ZIP 10115 is not in state BE",
    ],
    [
      "a recipient whose state is another of the United States",
      { recipientAddress: { city: "Madrid", state: "MD", zip: "28013" } },
      "destination perhaps abroad, not looked up: ZIP 28013 is not in state MD",
    ],
    [
      "a recipient without a state whose city is not at the ZIP",
      { recipientAddress: { city: "Mexico City", state: null, zip: "06600" } },
      'destination perhaps abroad, not looked up: ZIP 06600 is not known to be in "Mexico City"',
    ],
    [
      "a scan whose zone is abroad",
      { events: [scan("22:14", "x", { city: "Como", state: "CO", timeZone: "Europe/Rome" })] },
      "last scan abroad, by its zone Europe/Rome",
    ],
    [
      "a scan whose zone two countries share, in a state of neither",
      { events: [scan("22:14", "x", { city: "Miami", state: "FL", timeZone: "America/Port_of_Spain" })] },
      "last scan abroad, by its zone America/Port_of_Spain",
    ],
    ["a scan abroad", { events: [{ ...scan("22:14", "x"), country: "Canada" }] }, "last scan abroad"],
    [
      "a city that is read otherwise than written",
      { events: [{ ...scan("22:14", "x"), city: "Memphsi" }] },
      "last place Memphsi, TN: read as Memphis, TN, the only name close to it",
    ],
  ])("say what could not be looked up: %s", async (_, more, note) => {
    const { entries, text } = await track({ "1": { ...cold, ...more } });
    expect(entries[0]?.heat?.note).toBe(note);
    expect(text).toContain(note);
  });

  it.each([
    ["80228", "Lakewood", "CO"],
    ["33025", "Miramar", null],
    ["11201", "any name that people there use", "New York"],
    ["33101", "any name that people there use", "Fla."],
  ])("are looked up at %s, called %s, %s, as the post calls it otherwise", async (zip, city, state) => {
    const hot = alertSet([{ zip, temperatureLevel: "SevereHot" }]);
    const { entries } = await track({ "1": { ...cold, recipientAddress: { zip, city, state } } }, hot);
    expect(entries[0]?.heat).toMatchObject({ destinationAlert: "SevereHot", note: null });
  });

  it("take a country that is named at its word", async () => {
    const recipientAddress = { zip: "85044", city: "Somewhere Quiet", country: "US" };
    const { entries } = await track({ "1": { ...cold, recipientAddress } });
    expect(entries[0]?.heat).toMatchObject({ destination: "85044 Phoenix, AZ", note: null });
  });

  it("claim no absence of a place that was not looked up, and tell of alerts that may be anywhere", async () => {
    const unknown = { ...cold, events: [{ ...scan("22:14", "x"), city: "Qwxyzville" }] };
    const { entries, text, notes } = await track({ "1": unknown }, alertSet([{ temperatureLevel: "SevereHot" }]));
    expect(entries[0]?.heat).toMatchObject({ lastPlace: null, lastPlaceAlert: null });
    expect(text).not.toContain("Qwxyzville, TN: no alert");
    expect(notes.join()).toContain("1 alert names no readable ZIP: it may concern the places asked.");
  });

  it("are told without it where alerts cannot be asked, and no absence is claimed", async () => {
    const down: Failure = { kind: "network", product: "alerts", code: "ECONNREFUSED", sent: false };
    const { entries, text, notes } = await track({ "1": cold }, down);
    expect(entries[0]?.heat).toMatchObject({ destinationAlert: null, lastPlaceAlert: null });
    expect(text).toContain("destination 33101 Miami, FL: alerts not known");
    expect(text).not.toContain("no alert in this data.");
    expect(notes.join()).toContain("Alerts could not be asked: no connection");
  });

  it("show no street, whatever the heat", async () => {
    const { text, structured } = await track({ "1": cold });
    expect(text + JSON.stringify(structured)).not.toContain("Secret");
  });
});
