import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decompress, MAX_BODY_BYTES } from "../../src/api/decompress.ts";

const TEXT = '{"city":"Doña Ana"}';
const plain = Buffer.from(TEXT);

describe("content encodings (RFC 9110 section 8.4)", () => {
  test.each<[string, Buffer]>([
    ["", plain],
    ["identity", plain],
    [" Identity ", plain],
    ["gzip", gzipSync(plain)],
    ["x-gzip", gzipSync(plain)],
    [" GZip ", gzipSync(plain)],
    ["deflate", deflateSync(plain)],
    ["br", brotliCompressSync(plain)],
  ])("%j is undone", async (encoding, body) => {
    expect(await decompress(body, encoding)).toEqual({ ok: true, body: Buffer.from(TEXT) });
  });

  test("an empty body needs none, whatever it is said to have", async () => {
    expect(await decompress(Buffer.alloc(0), "gzip")).toEqual({ ok: true, body: Buffer.alloc(0) });
  });

  test.each(["zstd", "gzip, br", "toString", "__proto__"])("%j is not known", async (encoding) => {
    expect(await decompress(plain, encoding)).toEqual({ ok: false, cause: "encoding" });
  });

  test("what is not what it says, or is cut short, cannot be read", async () => {
    for (const body of [plain, gzipSync(plain).subarray(0, 20)]) {
      expect(await decompress(body, "gzip")).toEqual({ ok: false, cause: "encoding" });
    }
  });

  test("32 MiB are read and a byte more is not", async () => {
    expect(MAX_BODY_BYTES).toBe(33_554_432);
    const most = await decompress(gzipSync(Buffer.alloc(MAX_BODY_BYTES, " ")), "gzip");
    expect(most.ok && most.body.length).toBe(MAX_BODY_BYTES);
    const more = await decompress(gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1, " ")), "gzip");
    expect(more).toEqual({ ok: false, cause: "too_large" });
  });
});
