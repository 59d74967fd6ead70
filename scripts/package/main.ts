import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { BILL_OF_MATERIALS_FILE } from "../bundle/bill-of-materials.ts";
import { ICON, jsonText, manifest, serverJson, toolsJson } from "./documents.ts";
import { RELEASE } from "./release.ts";

// `npm run package -- FOLDER` makes all artifacts of a release from dist/. docs/publishing.md says where each goes.
const out = resolve(process.argv[2] ?? "artifacts");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const write = (path: string, content: object): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonText(content));
};

const bundle = join(out, `${RELEASE.name}.mcpb`);
const staged = mkdtempSync(join(tmpdir(), "coldroute-bundle-"));
const packed = mkdtempSync(join(tmpdir(), "coldroute-package-"));
const pack = (from: string, to: string): void => {
  execFileSync("npm", ["pack", from, "--ignore-scripts", "--silent", "--pack-destination", to], { stdio: "ignore" });
};
try {
  pack(".", packed);
  execFileSync("tar", ["-xzf", join(packed, `${RELEASE.name}-${RELEASE.version}.tgz`), "-C", packed]);
  // Useful only in a clone. npm would also warn each user of a script that might run at installation.
  const { scripts: _, devDependencies: __, allowScripts: ___, ...published } = packageJson;
  write(join(packed, "package/package.json"), published);
  pack(join(packed, "package"), out);

  cpSync("dist", join(staged, "dist"), { recursive: true, filter: (path) => path !== join("dist", "client") });
  cpSync(ICON, join(staged, ICON));
  for (const file of ["LICENSE", "NOTICE", "README.md"]) cpSync(file, join(staged, file));
  write(join(staged, "manifest.json"), manifest());
  // mcpb also validates the manifest and the icon.
  execFileSync("node_modules/.bin/mcpb", ["pack", staged, bundle], { stdio: "pipe" });
} finally {
  for (const folder of [staged, packed]) rmSync(folder, { recursive: true });
}

write(join(out, "server.json"), serverJson(createHash("sha256").update(readFileSync(bundle)).digest("hex")));
write(join(out, "tools.json"), toolsJson());
cpSync(join("dist", BILL_OF_MATERIALS_FILE), join(out, BILL_OF_MATERIALS_FILE));
process.stdout.write(`${out}\n`);
