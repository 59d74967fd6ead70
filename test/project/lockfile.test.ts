import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

/** The version of `name` that the package at `path` gets: the nearest one upwards. */
function versionFor(packages: Packages, path: string, name: string): string | undefined {
  const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
  if (packages[`${path}/node_modules/${name}`] !== undefined || !path.includes("/node_modules/")) return found?.version;
  return versionFor(packages, path.slice(0, path.lastIndexOf("/node_modules/")), name);
}

describe.each(["package-lock.json", "test/conformance/suite/package-lock.json"])("%s", (file) => {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Packages };

  test("holds the binaries of every platform, without which `npm ci` refuses to start", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => versionFor(packages, path, name) !== range && !/^[~^]/.test(range))
        .map(([name, range]) => `${name}@${range}`),
    );
    expect(missing).toEqual([]);
  });

  test("leaves it to each machine which registry it uses", () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
