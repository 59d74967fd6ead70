import { z } from "zod";
import { readZip, shortZip } from "../../domain/zip.ts";
import { readState, STATES } from "../../places/states.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { countryCode } from "./country.ts";

/** Longest free text of an address: the specification sets no bound, and no street is longer. */
const MAX_LINE_CHARS = 300;

// A refinement, not `max`: the advertised schema stays small.
const line = z
  .string()
  .refine((text) => text.length <= MAX_LINE_CHARS, `should have at most ${MAX_LINE_CHARS} characters`)
  .optional();

const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i;
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

/** An Address (spec 2.3, bounds of 8.5). Which fields are required is not shown, so any one will do. */
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
      refuse("is empty; it needs a ZIP at least");
      return address;
    }
    return (address.country ?? "US") === "US" ? usAddress(address, refuse) : foreignAddress(address, refuse);
  });

interface Address {
  readonly zipCode?: string | undefined;
  readonly state?: string | undefined;
}

type Refuse = (message: string, ...path: string[]) => void;

/** A plan is billed whatever becomes of it, so a ZIP and a state that contradict each other are refused. */
function usAddress<Given extends Address>(address: Given, refuse: Refuse): Given {
  const reading = address.zipCode === undefined ? undefined : readZip(address.zipCode);
  if (reading?.ok === false) refuse(`${reading.message}; for an address abroad name its country`, "zipCode");
  if (address.state === undefined) return address;
  const state = readState(address.state);
  if (state === undefined) {
    refuse("is no US state; for an address abroad name its country", "state");
    return address;
  }
  const known = reading?.ok ? placeOfZip(reading.location) : undefined;
  if (known !== undefined && known.state !== state.code) {
    refuse(
      `is not the state of ZIP ${address.zipCode} (${known.city}, ${known.state}): ask the user which is right`,
      "state",
    );
  }
  return { ...address, state: state.code };
}

function foreignAddress<Given extends Address>(address: Given, refuse: Refuse): Given {
  if (address.state !== undefined && address.state.length !== 2) refuse("should have 2 characters", "state");
  return address;
}

const LINE =
  /^(?:(?<street>.+?),\s*)?(?<city>\p{L}[^,\d]*?),?\s+(?<state>\p{L}[\p{L} .]*?)\.?,?\s+(?<zip>\d{5}(?:-\d{4})?)(?:,?\s*(?:USA?|United States))?$/iu;

/** A bare ZIP, or one line `street, City, ST ZIP`. */
const addressLine = z.string().transform((text, context) => {
  const trimmed = text.trim();
  const reading = readZip(trimmed);
  if (reading.ok) return { zipCode: reading.location };
  const parsed = /\p{L}/u.test(trimmed) ? readLine(trimmed) : undefined;
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: "custom", message: lineObjection(trimmed, reading.message) });
  return z.NEVER;
});

function lineObjection(text: string, zipMessage: string): string {
  if (CANADIAN.test(text)) return TOO_LONG;
  if (!/\p{L}/u.test(text)) return zipMessage;
  return /\d{5}/.test(text)
    ? 'is not understood; write one line "street, City, ST ZIP"'
    : "names no ZIP; a plan needs it: ask the user";
}

/** A state may have two words (`New York`), and so may a city: the longest state that fits wins. */
function readLine(text: string) {
  const { street, city, state, zip } = LINE.exec(text)?.groups ?? {};
  if (city === undefined || state === undefined || zip === undefined) return undefined;
  const words = `${city} ${state}`.split(/\s+/);
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const name = words.slice(-count).join(" ").replace(/\.$/, "");
    const found = STATES.find(
      (each) => each.code === name.toUpperCase() || each.name.toLowerCase() === name.toLowerCase(),
    );
    if (found === undefined) continue;
    const cityName = words.slice(0, -count).join(" ").replace(/,$/, "");
    const known = placeOfZip(zip.slice(0, 5));
    if (known !== undefined && known.state !== found.code) return undefined;
    return {
      ...(street === undefined ? {} : { line1: street }),
      city: cityName,
      state: found.code,
      zipCode: zip.slice(0, 5),
    };
  }
  return undefined;
}

/** An address parameter: an Address, a bare ZIP, or one line. */
export const addressSchema = z.union([addressLine, addressObject]).meta({ id: "Address" });

type AddressReading =
  | { readonly ok: true; readonly address: z.output<typeof addressSchema> }
  | { readonly ok: false; readonly issues: readonly { readonly path: string[]; readonly message: string }[] };

/** Reads an address that comes from elsewhere than a call, such as the configuration. */
export function readAddress(given: unknown): AddressReading {
  const parsed = (typeof given === "string" ? addressLine : addressObject).safeParse(given);
  if (parsed.success) return { ok: true, address: parsed.data };
  return { ok: false, issues: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message })) };
}
