import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWiderArea, readLocation, readZip } from "../../src/domain/zip.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe("ZIP codes and prefixes", () => {
  it("reads five digits, ZIP+4 with its hyphen, and prefixes of one to three digits", () => {
    fc.assert(
      fc.property(digits(5), digits(4), fc.integer({ min: 1, max: 3 }), (zip, plus4, length) => {
        const prefix = zip.slice(0, length);
        expect(readLocation(zip)).toEqual({ ok: true, location: zip });
        expect(readLocation(` ${zip}-${plus4} `)).toEqual({ ok: true, location: zip });
        expect(readLocation(prefix)).toEqual({ ok: true, location: prefix });
      }),
    );
  });

  it("refuses four digits with the ZIP whose leading zero was probably lost", () => {
    fc.assert(
      fc.property(digits(4), (text) => {
        const reading = readLocation(text);
        expect(reading).toMatchObject({ ok: false, message: expect.stringContaining(`0${text}`) });
        expect(readZip(text)).toEqual(reading);
      }),
    );
  });

  it("refuses nine bare digits and shows the hyphen", () => {
    expect(readLocation("850011234")).toMatchObject({ ok: false, message: expect.stringContaining("85001-1234") });
  });

  it.each(["", "Phoenix", "8500a", "850012", "85001-12", "-1", "８５００１"])("refuses %j", (text) => {
    expect(readLocation(text).ok).toBe(false);
  });

  it("takes no prefix where a whole ZIP is needed", () => {
    expect(readZip("850")).toMatchObject({ ok: false, message: expect.stringContaining("prefix") });
  });

  it("knows an area that is wider than what was asked", () => {
    expect([isWiderArea("331", "33101"), isWiderArea("33101", "33101"), isWiderArea("850", "33101")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
