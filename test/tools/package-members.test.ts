import { expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { parcel, sendsPackages } from "../support/samples.ts";

/** Members that the text expresses in words, or without the year. */
const IN_WORDS = [
  ...["found", "refrigerated", "reIced", "signatureRequired"],
  ...["overdue", "overdueHours", "scheduleSlipHours", "originalScheduled"],
];
const SCAN_IN_WORDS = ["lastScan.at"];
/** A code, and the heat, which was not asked for. */
const FOR_PROGRAMS = ["lastScan.code", "heat"];

/** The values of a row by their paths. */
function valuesOf(row: object, path: string = ""): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? valuesOf(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );
}

/** True if a text has a value: unchanged, or a time to the minute. */
function says(text: string, value: unknown): boolean {
  const said = String(value).replace(/^(\d+-\d+-\d+)T(\d+:\d+).*/, "$1 $2");
  return value !== null && new RegExp(`(?<![\\w.])${said.replaceAll(".", "\\.")}(?!\\.?\\w)`).test(text);
}

test("the text has every member of a package under way or delivered [G-channels]", async () => {
  const late = { deliveryDate: "2026-11-22T11:30:00", originalScheduledDeliveryDate: "2026-11-21T12:00:00" };
  const whole = {
    ...late,
    carrierDeliveryLocation: "Front desk",
    tier: 2,
    refrigerated: true,
    signatureRequired: true,
  };
  const underWay = parcel({ ...whole, orderNumber: "10046", deliveryDate: null });
  const { ask } = await askScripted({ tracking: sendsPackages({ 10045: parcel(whole), 10046: underWay }) });
  const answers = await Promise.all(
    ["10045", "10046"].map((id) => ask("track_package", { ids: [id], detail: "full" })),
  );
  const values = answers.flatMap(({ text, structured: { packages } }) => {
    const [line = ""] = text.split("Whole record");
    const [{ record: _, scans: __, ...row } = {}] = packages as Readonly<Record<string, unknown>>[];
    // JSON has no member that is undefined.
    const sent = valuesOf(row).filter(([, value]) => value !== undefined);
    return sent.map(([path, value]) => ({ path, isTold: says(line, value) }));
  });
  const told = new Set(values.filter(({ isTold }) => isTold).map(({ path }) => path));
  const untold = new Set(values.map(({ path }) => path).filter((path) => !told.has(path)));
  expect([...untold].sort()).toEqual([...IN_WORDS, ...SCAN_IN_WORDS, ...FOR_PROGRAMS].sort());
});
