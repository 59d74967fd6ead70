import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import { BILL_OF_MATERIALS_FILE, billOfMaterials, type Component } from "./bill-of-materials.ts";

/** Licences that allow redistribution in a bundle with no more than their notice. */
export const ALLOWED_LICENSES = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "BlueOak-1.0.0"];

/** MIT packages published without the licence text, each with the copyright line of its repository. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  "@redis/client": "Copyright (c) 2022-2025, Redis, inc.",
};

export const NOTICES_FILE = "THIRD-PARTY-NOTICES.txt";

interface Package extends Component {
  readonly directory: string;
}

/**
 * Writes beside the bundle NOTICE with the name, version and licence text of every bundled package, and the bill of
 * materials. Fails the build on a licence that is not in the list. Several bundles share one plugin, and the last one lists the packages of all.
 */
export function thirdPartyNotices(): Plugin {
  const packages = new Map<string, Package>();
  return {
    name: "third-party-notices",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        for (const id of output.type === "chunk" ? output.moduleIds : []) {
          const found = packageOf(id);
          if (found !== undefined) packages.set(`${found.name}@${found.version}`, found);
        }
      }
      const listed = [...packages.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
      for (const { name, license } of listed) {
        if (!ALLOWED_LICENSES.includes(license))
          this.error(`${name} has the licence "${license}", which is not allowed`);
      }
      this.emitFile({ type: "asset", fileName: NOTICES_FILE, source: notices(listed) });
      const source = `${JSON.stringify(billOfMaterials(listed), null, 2)}\n`;
      this.emitFile({ type: "asset", fileName: BILL_OF_MATERIALS_FILE, source });
    },
  };
}

/** The package a module belongs to, or `undefined` for a module of our own. */
function packageOf(moduleId: string): Package | undefined {
  const path = moduleId.replace(/^\0/, "").replaceAll("\\", "/").split("?")[0] ?? "";
  if (!path.includes("/node_modules/")) return undefined;
  for (let directory = dirname(path); directory.includes("/node_modules/"); directory = dirname(directory)) {
    const manifest = join(directory, "package.json");
    if (!existsSync(manifest)) continue;
    const { name, version, license } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, unknown>;
    // A package with several module formats holds further manifests, which name no version.
    if (typeof name !== "string" || typeof version !== "string") continue;
    return { name, version, license: typeof license === "string" ? license : "unknown", directory };
  }
  throw new Error(`no package found for ${path}`);
}

function notices(packages: readonly Package[]): string {
  const sections = packages.map(
    (one) => `${one.name} ${one.version}\nLicence: ${one.license}\n\n${licenseText(one)}\n`,
  );
  const opening = "coldroute contains the following packages, each under its own licence, and data, told of last.\n";
  return [opening, ...sections, readFileSync("NOTICE", "utf8")].join(`\n${"-".repeat(80)}\n\n`);
}

function licenseText({ name, directory }: Package): string {
  const copyright = WITHOUT_TEXT[name];
  if (copyright !== undefined)
    return readFileSync("LICENSE", "utf8")
      .replace(/^Copyright .*$/m, copyright)
      .trim();
  const files = readdirSync(directory).filter((file) => /^(?:licen[cs]e|copying|notice)(?:$|[.-])/i.test(file));
  return files.map((file) => readFileSync(join(directory, file), "utf8").trim()).join("\n\n");
}
