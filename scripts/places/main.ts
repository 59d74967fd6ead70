import { writeFileSync } from "node:fs";
import { encodePlaces } from "./encode.ts";

// Run with `npm run script -- places` after changing the packages, the tables beside this file or the format.
const text = encodePlaces();
writeFileSync("src/places/us-places.txt", text);
process.stderr.write(`${text.length} bytes\n`);
