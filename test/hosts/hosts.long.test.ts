import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { TOOL_NAMES } from "../support/contract.ts";
import { MAIN_FILE } from "../support/server-process.ts";
import { fakeModels, type ModelCall, type Provider } from "./fake-model.ts";

/** Real clients, in the versions of `clients/package.json`. `judges`: the client refuses arguments by itself. */
const CLIENTS: readonly { readonly client: string; readonly providers: readonly Provider[]; readonly judges?: true }[] =
  [
    { client: "ai-sdk", providers: ["chat", "responses", "anthropic", "google"] },
    { client: "langchain", providers: ["chat", "responses", "anthropic", "google"], judges: true },
    { client: "openai-agents", providers: ["chat", "responses"] },
  ];

const FROM = { zipCode: "97201", city: "Portland", state: "OR" };
const TO = { zipCode: "85001", city: "Phoenix", state: "AZ", company: null };
const PARCEL = { length: 10, width: 8, height: 6, weight: 4 };

/** The calls of a model, and the answer that it reads: of the server, or of a client that judges. */
const CALLS: readonly (ModelCall & { readonly reads: string; readonly judged?: true })[] = [
  { name: "check_heat_alerts", args: { locations: ["85001"] }, reads: "85001 Phoenix, AZ: SevereHot" },
  {
    name: "get_five_day_risk",
    args: { locations: ["33101"], days: 2 },
    reads: "33101 Miami, FL (area 331): ",
  },
  {
    name: "plan_shipment",
    args: { origin: FROM, destination: { ...FROM, zipCode: "98101", city: "Seattle", state: "WA" }, parcel: PARCEL },
    reads: "97201 Portland, OR → 98101 Seattle, WA",
  },
  { name: "track_package", args: { ids: ["10045"] }, reads: "10045 OVERDUE" },
  {
    name: "check_heat_alerts",
    args: { locations: ["Nowhere 7"] },
    reads: "write a ZIP, a ZIP prefix or City, ST alone",
  },
  { name: "check_heat_alerts", args: { minLevel: null, limit: 0 }, reads: "None elsewhere in this data", judged: true },
  { name: "get_five_day_risk", args: { days: 9 }, reads: "days: 9 should be at most 5", judged: true },
  {
    name: "plan_shipment",
    args: { origin: FROM, destination: TO, parcel: { ...PARCEL, predefinedPackage: null } },
    reads: "97201 Portland, OR → 85001 Phoenix, AZ",
    judged: true,
  },
  { name: "plan_shipment", args: { destination: TO }, reads: "parcel: is missing", judged: true },
  { name: "track_package", args: { ids: ["10046"], wait_for_previous: true }, reads: "10046 Delivered", judged: true },
  { name: "track_package", args: {}, reads: "ids: is missing", judged: true },
];
const REFUSED_BY_CLIENT = "Received tool input did not match expected schema";

const PORTABLE = new Set(
  "type description properties required items enum minimum maximum minItems maxItems additionalProperties".split(" "),
);

interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Paths of keywords, and of values without one type, that some host or model cannot take. */
function unportable(schema: Schema, path: string): readonly string[] {
  const members = Object.entries(schema.properties ?? {});
  return [
    ...Object.keys(schema).flatMap((keyword) => (PORTABLE.has(keyword) ? [] : [`${path} ${keyword}`])),
    ...(typeof schema["type"] === "string" ? [] : [`${path} has no type`]),
    ...members.flatMap(([name, member]) => unportable(member, `${path}.${name}`)),
    ...(schema.items ? unportable(schema.items, `${path}[]`) : []),
  ];
}

interface Definition {
  readonly name: string;
  readonly parameters?: Schema;
  readonly input_schema?: Schema;
}

interface Body {
  readonly tools: readonly (Definition & {
    readonly function?: Definition;
    readonly functionDeclarations?: readonly Definition[];
  })[];
}

/** The tools in a body, as each provider nests them. */
const definitions = ({ tools }: Body): readonly Definition[] =>
  tools.flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool]);

const FOLDER = new URL("clients/", import.meta.url).pathname;
const installed = existsSync(`${FOLDER}node_modules`);
if (!installed)
  process.stderr.write("test/hosts is skipped: `npm ci --prefix test/hosts/clients` installs the clients\n");

describe.runIf(installed).each(CLIENTS)("$client", ({ client, providers, judges = false }) => {
  test("lists, calls and reads all four tools, and ends", { timeout: 60_000 }, async () => {
    const models = await fakeModels(CALLS);
    const child = spawn(process.execPath, [`${FOLDER}${client}.mjs`, models.url, MAIN_FILE, ...providers], {
      env: { PATH: process.env["PATH"] ?? "" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
      models.close();
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect(code, stderr).toBe(0);
    for (const provider of providers) {
      const [first, second] = models.bodies(provider);
      const tools = definitions(first as Body);
      expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
      const odd = tools.flatMap((tool) => unportable(tool.parameters ?? tool.input_schema ?? {}, tool.name));
      expect(odd, provider).toEqual([]);
      const read = JSON.stringify(second);
      for (const { reads, judged } of CALLS) {
        expect(read, provider).toContain(judges && judged ? REFUSED_BY_CLIENT : reads);
      }
    }
  });
});
