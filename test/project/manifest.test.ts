import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { manifest as generated, jsonText, ROOT_FILES } from "../../scripts/package/documents.ts";
import { loadConfig } from "../../src/config/config.ts";

interface Manifest {
  readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } };
  readonly user_config: Readonly<Record<string, { readonly default?: string | boolean; readonly sensitive?: boolean }>>;
}

const manifest = generated() as Manifest;
const env = manifest.server.mcp_config.env;
const settings = Object.entries(manifest.user_config);

/** The environment as a host builds it: each `${user_config.name}` replaced, booleans as words. */
function environment(values: Readonly<Record<string, string | boolean | undefined>>): Record<string, string> {
  const filled = Object.entries(env).map(([variable, template]) => {
    const name = /^\$\{user_config\.(\w+)\}$/.exec(template)?.[1] ?? "";
    return [variable, String(values[name] ?? template)] as const;
  });
  return Object.fromEntries(filled);
}

describe("the bundle's manifest", () => {
  test("passes each setting to one known variable", () => {
    expect(Object.values(env).toSorted()).toEqual(settings.map(([name]) => `\${user_config.${name}}`).toSorted());
    expect(loadConfig(env).unknownVariables).toEqual([]);
  });

  test("marks only the secret as sensitive", () => {
    expect(settings.filter(([, { sensitive }]) => sensitive).map(([name]) => name)).toEqual(["client_secret"]);
  });

  test.each([
    ["defaults", Object.fromEntries(settings.map(([name, setting]) => [name, setting.default]))],
    ["nothing, so that the placeholders stay", {}],
  ])("means no configuration at all when a host fills in %s", (_what, values) => {
    expect(loadConfig(environment(values))).toEqual(loadConfig({}));
  });

  test("turns a user's switches into settings", () => {
    const config = loadConfig(environment({ read_only: true, sandbox: true, show_recipient: true }));
    expect(config).toMatchObject({ sandbox: true, showRecipient: true });
    expect(config.tools).not.toContain("plan_shipment");
  });
});

test.each(Object.entries(ROOT_FILES))("%s is as `npm run update` writes it", (path, content) => {
  expect(readFileSync(path, "utf8")).toBe(jsonText(content));
});

test("the root of the repository has at most 32 entries", () => {
  const paths = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).trim().split("\n");
  const entries = new Set(paths.map((path) => path.split("/")[0] ?? "").filter((entry) => existsSync(entry)));
  expect([...entries].toSorted().slice(32)).toEqual([]);
});
