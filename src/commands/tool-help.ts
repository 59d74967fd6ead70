import { compact } from "../domain/collections.ts";
import type { JsonSchema } from "../server/arguments/input-schema.ts";
import type { ToolListing } from "../server/listing.ts";
import type { Example } from "../tools/tool.ts";
import { quoted, wrap } from "./terminal.ts";

export interface ArgumentRow {
  /** `parcel.weight` */
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly meaning: string;
}

export function argumentRows({ properties = {}, required = [] }: JsonSchema, prefix = ""): readonly ArgumentRow[] {
  return Object.entries(properties).flatMap(([key, schema]) => [
    {
      name: prefix + key,
      isRequired: required.includes(key),
      type: typeText(schema),
      meaning: schema.description ?? "",
    },
    ...argumentRows(schema, `${prefix}${key}.`),
  ]);
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  integer: "whole number",
  number: "number",
  object: "object",
};

function typeText({ type, enum: choices, items, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  const list = items?.type === "string" ? "list of texts" : `list of ${items?.type}s`;
  const kind = type === "array" ? list : (KINDS[type ?? ""] ?? "text");
  const least = minimum ?? minItems;
  const most = maximum ?? maxItems;
  if (most === undefined) return kind;
  return least === undefined ? `${kind}, at most ${most}` : `${kind}, ${least} to ${most}`;
}

export function toolHelp({ name, description, inputSchema }: ToolListing, { args }: Example): string {
  const rows = argumentRows(inputSchema);
  const columns = Math.max(...rows.map((row) => row.name.length)) + 2;
  const lines = rows.map((row) => {
    const kind = compact(row.type, row.isRequired && "required").join(", ");
    const words = wrap(compact(kind, row.meaning).join(": "), columns + 2);
    return `  ${row.name.padEnd(columns)}${words.join(`\n${" ".repeat(columns + 2)}`)}`;
  });
  return [
    ...wrap(`coldroute call ${name}: ${description}`, 0),
    "",
    "Arguments, as one JSON object",
    ...lines,
    "",
    "Example",
    `  coldroute call ${name} ${quoted(JSON.stringify(args), "linux")}`,
  ].join("\n");
}
