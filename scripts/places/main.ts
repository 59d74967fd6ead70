import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { encodePlaces } from "./encode.ts";

// Run by `npm run places` after a change of the packages, the tables beside this file or the format.
const text = encodePlaces();
const compressed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync("src/places/us-zip-codes.br", compressed);
process.stderr.write(`${text.length} bytes, ${compressed.length} compressed\n`);
