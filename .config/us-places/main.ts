import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { encodeIndex } from "./encode.ts";

// Run by `npm run places` after a change of the packages, the tables beside this file or the format.
const index = encodeIndex();
const compressed = brotliCompressSync(index, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync("src/places/us-zip-codes.br", compressed);
process.stderr.write(`${index.length} bytes, ${compressed.length} compressed\n`);
