import { isHttpVariable, VARIABLE_ROWS, type Variable, type VariableName } from "../../src/config/variables.ts";
import { tools } from "../../src/server/tools.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { installLinks, npxEntries } from "./install-links.ts";
import { code, tableOf } from "./markdown.ts";
import { toolReference } from "./tool-reference.ts";

/** A table that a document holds between `<!-- generated: name -->` and `<!-- end -->`. */
export interface Generated {
  readonly file: string;
  readonly name: string;
  readonly table: string;
}

type Row = readonly [VariableName, Variable];

/** Every generated table of the documents. */
export async function generatedTables(): Promise<readonly Generated[]> {
  return [
    { file: "README.md", name: "tools", table: toolTable() },
    { file: "README.md", name: "needed variables", table: neededTable() },
    { file: "docs/hosts.md", name: "links", table: installLinks() },
    { file: "docs/hosts.md", name: "npx", table: npxEntries() },
    { file: "docs/tools.md", name: "tools", table: await toolReference() },
    { file: "docs/configuration.md", name: "variables", table: variableTable((name) => !isHttpVariable(name)) },
    { file: "docs/configuration.md", name: "variables of coldroute http", table: variableTable(isHttpVariable) },
  ];
}

/** The document's `text` with the fresh table. Throws if the document has no place for the table. */
export function withTable(text: string, { file, name, table }: Generated): string {
  const start = `<!-- generated: ${name} -->\n`;
  const [before, after] = [text.indexOf(start), text.indexOf("<!-- end -->", text.indexOf(start))];
  if (before < 0 || after < 0) throw new Error(`${file} has no place for the table of ${name}`);
  return `${text.slice(0, before + start.length)}${table}\n${text.slice(after)}`;
}

function toolTable(): string {
  const rows = tools.map((tool) => {
    const sentences = sentencesOf(tool);
    const bill = sentences.find((sentence) => sentence.startsWith("Bills ")) ?? "";
    return [code(tool.name), sentences[0] ?? "", bill.replace("Bills ", "")];
  });
  return tableOf(["tool", "what it does", "what it bills"], rows);
}

/** The sentences of a tool's description. The first says what it does. */
export function sentencesOf({ description }: Tool): readonly string[] {
  return description.split(/(?<=\.) (?=[A-Z])/);
}

function neededTable(): string {
  const needed = VARIABLE_ROWS.filter(([name, { isRequired }]) => isRequired || name === "COLDROUTE_CLIENT_SECRET");
  return tableOf(
    ["variable", "what it holds"],
    needed.map(([name, { holds }]) => [code(name), holds]),
  );
}

function variableTable(isListed: (name: string) => boolean): string {
  const rows = VARIABLE_ROWS.filter(([name]) => isListed(name));
  return tableOf(["variable", "meaning", "value", "default"], rows.map(variableRow));
}

function variableRow([name, { holds, reader }]: Row): readonly string[] {
  const { should, fallback } = reader;
  return [code(name), holds, should, fallback === undefined ? "" : code(settingOf(fallback))];
}

/** A default, as a person would set it. */
function settingOf(value: unknown): string {
  return JSON.stringify(typeof value === "boolean" ? Number(value) : value).replaceAll('"', "");
}
