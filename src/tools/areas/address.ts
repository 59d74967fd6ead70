import { z } from "zod";
import { countryCode } from "../../domain/country.ts";
import { readZip, shortZip } from "../../domain/zip.ts";
import { readState } from "../../places/states.ts";
import { placeOfZip } from "../../places/zip-codes.ts";

const line = z.string().optional();

const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i;
const ASK_WHICH = "ask the user which is right";
const TOO_LONG = "is a Canadian postal code, longer than the service takes (5 characters): ask the user";

const zipCode = z.string().transform((text, context) => {
  const short = shortZip(text);
  if (short.length >= 1 && short.length <= 5) return short;
  const message = CANADIAN.test(short) ? TOO_LONG : "should have 1 to 5 characters";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const country = z.string().transform((text, context) => {
  const code = countryCode(text);
  if (code !== undefined) return code;
  context.addIssue({ code: "custom", message: "should be a two-letter country code" });
  return z.NEVER;
});

/** An Address (service.md 2.3, bounds of 8.5). Which fields are required is not shown, so any one will do. */
const addressObject = z
  .strictObject({
    zipCode: zipCode.optional(),
    line1: line,
    line2: line,
    city: line,
    state: z.string().optional().describe("two letters"),
    country: country.optional().describe("two letters, default US"),
    name: line,
    company: line,
    phone: line,
    email: line,
    isResidential: z.boolean().optional(),
  })
  .transform((address, context) => {
    const refuse = (message: string, ...path: string[]): void => context.addIssue({ code: "custom", path, message });
    if (Object.values(address).every((value) => value === undefined)) {
      refuse('is empty: give a ZIP, or one line "street, City, ST ZIP"');
      return address;
    }
    if ((address.country ?? "US") === "US") return usAddress(address, refuse);
    if (address.state !== undefined && address.state.length !== 2) refuse("should have 2 characters", "state");
    return address;
  });

type Located = { readonly zipCode?: string | undefined; readonly state?: string | undefined };

/** A plan is billed in any case, so a ZIP and a state that contradict each other are refused. */
function usAddress<Given extends Located>(address: Given, refuse: (message: string, path: string) => void): Given {
  const reading = readZip(address.zipCode ?? "");
  const known = reading.ok ? placeOfZip(reading.zip) : undefined;
  const state = readState(address.state ?? "");
  const elsewhere = "for an address abroad name its country";
  if (address.zipCode !== undefined && !reading.ok) refuse(`${reading.message}; ${elsewhere}`, "zipCode");
  if (address.state === undefined) return address;
  if (state === undefined) refuse(`is not a US state; ${elsewhere}`, "state");
  else if (known !== undefined && known.state !== state.code) {
    refuse(`is not the state of ${address.zipCode} ${known.city}, ${known.state}: ${ASK_WHICH}`, "state");
  }
  return { ...address, state: state?.code };
}

/** A bare ZIP, or one line `street, City, ST ZIP`. */
const addressLine = z.string().transform((text, context) => {
  const trimmed = text.trim();
  const reading = readZip(trimmed);
  if (reading.ok) return { zipCode: reading.zip };
  const read = readLine(trimmed);
  const known = read === undefined ? undefined : placeOfZip(read.zipCode);
  if (read !== undefined && (known === undefined || known.state === read.state)) return read;
  const message =
    known === undefined
      ? lineObjection(trimmed, reading.message)
      : `names another state than that of its ZIP, ${known.city}, ${known.state}: ${ASK_WHICH}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** The street may be left out, and so may the commas where the ZIP's city stands before the state. */
function readLine(text: string) {
  const [, head = "", zipCode = ""] = /^(.+?),?\s+(\d{5})(?:-\d{4})?(?:,?\s*USA?)?$/i.exec(text) ?? [];
  const parts = head.replace(/,? ([A-Z]{2})$/i, ", $1").split(/\s*,\s*/);
  const [state, before = ""] = [readState(parts.at(-1) ?? ""), parts.at(-2)];
  const known = placeOfZip(zipCode)?.city ?? "";
  const isGlued = /\d/.test(before) && known !== "" && before.toLowerCase().endsWith(` ${known.toLowerCase()}`);
  const city = isGlued ? before.slice(-known.length) : before;
  if (state === undefined || city === "" || /\d/.test(city)) return undefined;
  const line1 = [...parts.slice(0, -2), ...(isGlued ? [before.slice(0, -known.length).trim()] : [])].join(", ");
  return { ...(line1 === "" ? {} : { line1 }), city, state: state.code, zipCode };
}

function lineObjection(text: string, zipMessage: string): string {
  if (CANADIAN.test(text)) return TOO_LONG;
  if (!/\p{L}/u.test(text)) return zipMessage;
  return /\d{5}/.test(text)
    ? 'is not understood; write one line with its commas, "street, City, ST ZIP"'
    : "names no ZIP; a plan needs it: ask the user";
}

/** An address parameter: an Address, a bare ZIP, or one line. */
export const addressSchema = z.union([addressLine, addressObject]).meta({ id: "Address" });
