import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { jsonText, ROOT_FILES } from "../package/documents.ts";
import { generatedTables, withTable } from "./tables.ts";

// Run with `npm run update` after changing a tool's description or parameters, or a variable.
for (const generated of await generatedTables()) {
  const text = readFileSync(generated.file, "utf8");
  writeFileSync(generated.file, withTable(text, generated));
}
for (const [path, content] of Object.entries(ROOT_FILES)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonText(content));
}
