import { z } from "zod";
import { readZip, shortZip } from "../domain/zip.ts";
import { wordsOf } from "../places/old/place-name.ts";
import { stateAfterCity } from "../places/old/states.ts";

/** Longest free text of an address: the specification sets no bound, and no street is longer. */
const MAX_LINE_CHARS = 300;

// A refinement, not `max`: what is advertised stays small.
const line = z
  .string()
  .refine((text) => text.length <= MAX_LINE_CHARS, `should have at most ${MAX_LINE_CHARS} characters`)
  .optional();

const ELSEWHERE = "for an address abroad name its country";

/** A bare ZIP, read as the Address that has it alone. */
const bareZip = z.string().transform((text, context): { readonly zipCode: string } => {
  const reading = readZip(text);
  if (reading.ok) return { zipCode: reading.location };
  context.addIssue({ code: "custom", message: reading.message });
  return z.NEVER;
});

/** An Address (spec 2.3, bounds of 8.5). Which fields are required is not shown, so any one will do. */
const addressObject = z
  .strictObject({
    zipCode: z.string().transform(shortZip).pipe(z.string().min(1).max(5)).optional(),
    line1: line,
    line2: line,
    city: line,
    state: z.string().length(2).optional(),
    country: z.string().length(2).optional().describe("default US"),
    name: line,
    company: line,
    phone: line,
    email: line,
    isResidential: z.boolean().optional(),
  })
  .superRefine((address, context) => {
    if (Object.values(address).every((value) => value === undefined)) {
      context.addIssue({ code: "custom", message: "is empty; it needs a ZIP code at least" });
    }
    // Where no country is named it is this one (spec 2.3), and a plan is billed whatever becomes of it.
    const { zipCode, state, country = "US" } = address;
    if (country.toUpperCase() !== "US") return;
    const reading = zipCode === undefined ? undefined : readZip(zipCode);
    if (reading?.ok === false) {
      context.addIssue({ code: "custom", path: ["zipCode"], message: `${reading.message}; ${ELSEWHERE}` });
    }
    if (state !== undefined && stateAfterCity(wordsOf(state)) === undefined) {
      context.addIssue({ code: "custom", path: ["state"], message: `is no state of the United States; ${ELSEWHERE}` });
    }
  });

/** An address parameter: an Address object or a bare ZIP. */
export const addressSchema = z.union([bareZip, addressObject]);

type AddressReading =
  | { readonly ok: true; readonly address: z.output<typeof addressSchema> }
  | { readonly ok: false; readonly issues: readonly { readonly path: string[]; readonly message: string }[] };

/** Reads an address that comes from elsewhere than a call, such as the configuration. */
export function readAddress(given: unknown): AddressReading {
  const parsed = (typeof given === "string" ? bareZip : addressObject).safeParse(given);
  if (parsed.success) return { ok: true, address: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
  };
}
