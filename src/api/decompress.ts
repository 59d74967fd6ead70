import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { systemCode } from "./system-code.ts";

/** The largest body read, after decompression (G-answers). */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** A body as it was before compression, or why it cannot be had. */
export type Decompressed =
  | { readonly ok: true; readonly body: Buffer }
  | { readonly ok: false; readonly cause: "encoding" | "too_large" };

/** Undoes `Content-Encoding` (RFC 9110 section 8.4), at most `MAX_BODY_BYTES` of it. Never rejects. */
export async function decompress(body: Buffer, contentEncoding: string): Promise<Decompressed> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity" || body.length === 0) return { ok: true, body };
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  if (decoder === undefined) return { ok: false, cause: "encoding" };
  try {
    return { ok: true, body: await decoder(body, { maxOutputLength: MAX_BODY_BYTES }) };
  } catch (error) {
    return { ok: false, cause: systemCode(error) === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "encoding" };
  }
}
