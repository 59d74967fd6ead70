import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLocation, readZip, zipObjection } from "../../src/domain/zip.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe("ZIP codes and prefixes", () => {
  it("reads five digits, ZIP+4 with its hyphen, and prefixes of one to three digits", () => {
    fc.assert(
      fc.property(digits(5), digits(4), fc.integer({ min: 1, max: 3 }), (zip, plus4, length) => {
        const prefix = zip.slice(0, length);
        for (const whole of [zip, ` ${zip} `, ` ${zip}-${plus4} `]) {
          expect(readLocation(whole)).toEqual({ ok: true, location: zip });
          expect(readZip(whole)).toEqual({ ok: true, location: zip });
        }
        expect(readLocation(prefix)).toEqual({ ok: true, location: prefix });
      }),
    );
  });

  it("refuses four digits with the ZIP whose leading zero was probably lost", () => {
    fc.assert(
      fc.property(digits(4), (text) => {
        const reading = readLocation(text);
        expect(reading).toMatchObject({ ok: false, message: expect.stringContaining(`0${text}`) });
        expect(readZip(` ${text} `)).toEqual(reading);
      }),
    );
  });

  it("refuses nine bare digits and shows the hyphen", () => {
    expect(readLocation("850011234")).toMatchObject({ ok: false, message: expect.stringContaining("85001-1234") });
  });

  it.each([
    "",
    "Phoenix",
    "8500a",
    "a85001",
    "a8500",
    "a850011234",
    "85001-12",
    "85001-12345",
    "185001-1234",
    "8-5",
    ...["850-85003", "1850-853", "850-8531", "85001-850031", "853-850", "850-850"],
    "-1",
    "８５００１",
  ])("refuses %j, which is no damaged ZIP either", (text) => {
    expect(zipObjection(text)).toBeUndefined();
    expect(readLocation(text)).toEqual({
      ok: false,
      message: "is not a ZIP code nor a ZIP prefix of 1 to 3 digits",
    });
    expect(readZip(text)).toEqual({ ok: false, message: "is not a five-digit ZIP code" });
  });

  it.each(["850012", "85001234", "8500112345"])("refuses %j for its many digits", (text) => {
    expect(readLocation(text)).toEqual({ ok: false, message: "has too many digits for a ZIP code" });
  });

  it.each(["850-853", "85001-85003"])("says that %j is a range", (text) => {
    expect(readLocation(text)).toEqual({ ok: false, message: "is a range; give each ZIP or ZIP prefix its own entry" });
  });

  it("takes no prefix where a whole ZIP is needed", () => {
    expect(readZip("350")).toEqual({ ok: false, message: "is only a ZIP prefix; all five digits are needed here" });
  });

  it.each(["601", "901", "988"])("offers a ZIP of Puerto Rico for %j, which has lost two zeros there", (text) => {
    const meant = `(00${text} if leading zeros were lost)`;
    expect(readZip(text)).toMatchObject({ ok: false, message: expect.stringContaining(meant) });
  });
});
