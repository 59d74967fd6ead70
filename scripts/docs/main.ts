import { readFileSync, writeFileSync } from "node:fs";
import { generatedTables, withTable } from "./tables.ts";

// Run with `npm run update` after changing a tool's description or parameters, or a variable.
for (const generated of await generatedTables()) {
  const text = readFileSync(generated.file, "utf8");
  writeFileSync(generated.file, withTable(text, generated));
}
