import { readFileSync, writeFileSync } from "node:fs";
import { generatedTables, withTable } from "./tables.ts";

// Run by `npm run docs` after a change of a tool's description or parameters, or of a variable.
for (const generated of generatedTables()) {
  const text = readFileSync(generated.file, "utf8");
  writeFileSync(generated.file, withTable(text, generated));
}
