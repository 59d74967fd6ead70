import packageJson from "../../package.json" with { type: "json" };

export const BILL_OF_MATERIALS_FILE = "coldroute.cdx.json";

export interface Component {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier. */
  readonly license: string;
}

/**
 * The packages inside the bundle as CycloneDX 1.6 lists them, for scanners: a lockfile cannot tell what was bundled. It
 * holds no time and no random number, so that equal sources make equal files.
 */
export function billOfMaterials(packages: readonly Component[]): object {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...component(packageJson) } },
    components: packages.map((each) => ({ type: "library", ...component(each) })),
  };
}

function component({ name, version, license }: Component): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { "bom-ref": purl, name, version, licenses: [{ license: { id: license } }], purl };
}
