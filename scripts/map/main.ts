import { writeFileSync } from "node:fs";
import { encodeMap } from "./encode.ts";

// Run with `npm run script -- map` after changing the packages or the format.
const text = JSON.stringify(encodeMap());
writeFileSync("src/views/map/us-map.json", text);
process.stderr.write(`${text.length} bytes\n`);
