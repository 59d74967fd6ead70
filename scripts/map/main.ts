import { writeFileSync } from "node:fs";
import { encodeMap } from "./encode.ts";

// Run by `npm run map` after a change of the packages or the format.
const text = JSON.stringify(encodeMap());
writeFileSync("src/views/map/us-map.json", text);
process.stderr.write(`${text.length} bytes\n`);
