import packageJson from "../../package.json" with { type: "json" };
import settingsJson from "../../packaging/settings.json" with { type: "json" };
import { isHttpVariable, VARIABLE_ROWS, type Variable } from "../../src/config/variables.ts";
import { TOOL_LIST } from "../../src/domain/tool-list.ts";

const { name, version, license, keywords, mcpName, engines, author } = packageJson;

const [, repository = ""] = /^git\+(https:.+)\.git$/.exec(packageJson.repository.url) ?? [];

/** The facts that every artifact shares, from package.json alone. */
export const RELEASE = {
  name,
  version,
  license,
  keywords,
  mcpName,
  author,
  repository,
  node: engines.node,
  /** Without the opening: where artifacts appear, readers know already that this is an MCP server. */
  description: packageJson.description.replace(/^MCP server for shippers of heat-sensitive goods: h/, "H"),
  bin: packageJson.bin.coldroute,
  image: `ghcr.io/${repository.split("/").slice(-2).join("/")}:${version}`,
  privacyPolicy: `${repository}/blob/v${version}/SECURITY.md#privacy`,
} as const;

/** The command that starts the published package; its version is pinned. */
export const NPX = { command: "npx", args: ["-y", `${name}@${version}`] } as const;

/** A setting as a host shows it to a person. Its variable is `COLDROUTE_` and the name in capitals. */
export interface Setting {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  readonly default: string | boolean;
  readonly sensitive?: boolean;
}

/** The settings that a person fills in, by name. */
export const SETTINGS: Readonly<Record<string, Setting>> = settingsJson;

export const variableOf = (setting: string): string => `COLDROUTE_${setting.toUpperCase()}`;

/** The variable of each setting, with the text that `textOf` returns for that setting. */
export function settingsEnvironment(textOf: (setting: string) => string): Record<string, string> {
  return Object.fromEntries(Object.keys(SETTINGS).map((setting) => [variableOf(setting), textOf(setting)]));
}

/** The variables as the MCP registry describes them; with those of `coldroute http` if `http` is true. */
export function environmentVariables(http: boolean): readonly object[] {
  const rows = VARIABLE_ROWS.filter(([variable]) => http || !isHttpVariable(variable));
  return rows.map(([variable, row]) => ({
    name: variable,
    description: row.holds,
    // A variable that only some tools need may be left out: it blocks those alone.
    isRequired: row.isRequired && TOOL_LIST.every(({ product }) => row.products.includes(product)),
    isSecret: row.isSecret,
    format: formatOf(variable, row),
    // JSON leaves out members that are undefined.
    default: row.reader.fallback === undefined ? undefined : String(row.reader.fallback as string | number | boolean),
    choices: /^one of (.+)$/.exec(row.reader.should)?.[1]?.split(", "),
  }));
}

function formatOf(variable: string, { reader }: Variable): "boolean" | "number" | "filepath" | "string" {
  if (typeof reader.fallback === "boolean") return "boolean";
  if (reader.should.startsWith("a whole number")) return "number";
  return variable.endsWith("_FILE") ? "filepath" : "string";
}
