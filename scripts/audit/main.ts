import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BILL_OF_MATERIALS_FILE, type Component } from "../bundle/bill-of-materials.ts";

// `npm run script -- audit` asks the registry about the packages inside the bundle. Exit 1 if one is known to be weak.
const { components } = JSON.parse(readFileSync(join("dist", BILL_OF_MATERIALS_FILE), "utf8")) as {
  readonly components: readonly Component[];
};
const folder = mkdtempSync(join(tmpdir(), "coldroute-audit-"));
const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
// npm reads what to audit from a lockfile.
const dependencies = Object.fromEntries(components.map(({ name, version }) => [name, version]));
const installed = components.map(({ name, version }) => [`node_modules/${name}`, { version }] as const);
write("package.json", { dependencies });
write("package-lock.json", {
  lockfileVersion: 3,
  packages: { "": { dependencies }, ...Object.fromEntries(installed) },
});
const { stdout } = spawnSync("npm", ["audit", "--json"], { cwd: folder, encoding: "utf8" });
rmSync(folder, { recursive: true });

const { vulnerabilities, message = "" } = JSON.parse(stdout || "{}") as {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
};
if (vulnerabilities === undefined) {
  process.stdout.write(`Not audited: the registry gave no answer. ${message}\n`);
} else {
  const weak = Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}\n`);
  process.stdout.write(
    `${components.length} bundled packages audited, ${weak.length} known to be weak.\n${weak.join("")}`,
  );
  process.exitCode = weak.length > 0 ? 1 : 0;
}
