import type { Fault } from "./faults.ts";
import { FAULT_KINDS, isFaultKind } from "./faults.ts";
import { ORIGINS } from "./settings.ts";

/** A script of faults, or the first thing wrong with it. */
export type FaultScript = { readonly faults: readonly Fault[] } | { readonly wrong: string };

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  product: (value) => value === "any" || ORIGINS.some((origin) => origin === value),
  kind: (value) => typeof value === "string" && isFaultKind(value),
  times: (value) => value === "always" || isCount(value),
  delayMs: isCount,
  processed: (value) => typeof value === "boolean",
  status: (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599,
  headers: (value) => typeof value === "object" && value !== null && Object.values(value).every(isHeader),
  body: () => true,
  contentType: (value) => typeof value === "string",
  problem: (value) => typeof value === "boolean",
  detail: (value) => typeof value === "string",
  requestId: (value) => typeof value === "boolean",
  location: (value) => typeof value === "string",
  offsetBytes: (value) => Number.isInteger(value),
};

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isHeader(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
}

/** Reads `--faults`: JSON, an array of faults. Every field is checked; an unknown one is an error. */
export function readFaultScript(text: string): FaultScript {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch {
    return { wrong: "the fault script is not JSON" };
  }
  if (!Array.isArray(script)) return { wrong: "the fault script must be an array" };
  const faults: unknown[] = script.map(withKind);
  for (const [index, entry] of faults.entries()) {
    const wrong = faultIn(entry);
    if (wrong !== undefined) return { wrong: `fault ${index}: ${wrong}` };
  }
  return { faults: faults as Fault[] };
}

/** The short form of a fault, `{ product, status: 429 }` or `{ product, hang: true }` (DESIGN 5), with its kind named. */
function withKind(entry: unknown): unknown {
  if (typeof entry !== "object" || entry === null || Object.hasOwn(entry, "kind")) return entry;
  const named = Object.entries(entry).find(([name, value]) => isFaultKind(name) && value === true);
  if (named === undefined) return Object.hasOwn(entry, "status") ? { kind: "status", ...entry } : entry;
  const [kind] = named;
  return { kind, ...Object.fromEntries(Object.entries(entry).filter(([name]) => name !== kind)) };
}

function faultIn(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return "must be an object";
  for (const name of ["product", "kind"]) {
    if (!Object.hasOwn(entry, name))
      return `${name} is missing: ${name === "kind" ? Object.keys(FAULT_KINDS).join(", ") : ORIGINS.join(", ")}`;
  }
  for (const [name, value] of Object.entries(entry)) {
    const fits = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (fits === undefined) return `${name} is not a field of a fault`;
    if (!fits(value)) return `${name} has no allowed value`;
  }
  return undefined;
}
