import { compact } from "../domain/compact.ts";
import type { JsonSchema } from "../server/arguments/input-schema.ts";
import type { ToolListing } from "../server/listing.ts";
import type { Example } from "./examples.ts";
import { quoted, wrap } from "./terminal.ts";

/** One argument of a tool, in words. The names of members follow their object's: `parcel.weight`. */
export interface ArgumentRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly meaning: string;
}

/** The arguments that a tool's schema declares, members of objects after their object. */
export function argumentRows(
  { properties = {}, required = [] }: JsonSchema,
  prefix: string = "",
): readonly ArgumentRow[] {
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

function typeText({ type, enum: choices, items, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  const range = (least: number | undefined, most: number | undefined): string => {
    if (least === undefined) return most === undefined ? "" : `, at most ${most}`;
    return most === undefined ? `, at least ${least}` : `, ${least} to ${most}`;
  };
  switch (type) {
    case "array":
      return `list of ${items?.type === "string" ? "texts" : `${items?.type}s`}${range(minItems, maxItems)}`;
    case "integer":
      return `whole number${range(minimum, maximum)}`;
    case "number":
      return `number${range(minimum, maximum)}`;
    case "boolean":
      return "true or false";
    case "object":
      return "object";
    default:
      return choices === undefined ? "text" : choices.map((choice) => JSON.stringify(choice)).join(" or ");
  }
}

/** The text of `coldroute call TOOL --help`: what the tool does, its arguments, and an example. */
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
