import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import type { SecretSource } from "../../domain/secret-source.ts";
import type { Clock } from "../../runtime/clock.ts";
import { readSecret } from "../token/secret.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** The offsets at which a box's expiry (epoch ms), nonce and tag end. The ciphertext follows. */
const [END, IV, TAG] = [8, 20, 36];

/** How long a process uses a key before it reads the secret again. */
const SECRET_MS = 60_000;

const pack = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

/**
 * Returns a function that derives the sealing key (AES-256-GCM) from the client secret (HKDF, RFC 5869). Whoever can
 * write to Redis can neither read a token nor plant an answer. The key is `undefined` if the secret cannot be read.
 */
export function keyOfSecret(source: SecretSource | undefined, clock: Clock, signal: AbortSignal) {
  let readMs = Number.NEGATIVE_INFINITY;
  let key: Promise<Uint8Array | undefined> | undefined;
  const read = async (): Promise<Uint8Array | undefined> => {
    const secret = source && (await readSecret(source, clock, signal));
    return secret?.ok
      ? new Uint8Array(hkdfSync("sha256", secret.value, "", "coldroute account 1", KEY_BYTES))
      : undefined;
  };
  return async (): Promise<Uint8Array | undefined> => {
    const nowMs = clock.monotonicMs();
    // All callers share one read, since it may run a command.
    if (nowMs - readMs >= SECRET_MS) [readMs, key] = [nowMs, read()];
    return key;
  };
}

/** Seals `json` in a box that opens only with `key`, under `name` and before `endMs` (epoch). */
export async function sealed(key: Uint8Array, name: string, json: unknown, endMs: number): Promise<Buffer> {
  const packed = await pack(Buffer.from(JSON.stringify(json)), { level: 1 });
  const end = Buffer.alloc(END);
  end.writeDoubleBE(endMs);
  const iv = randomBytes(IV - END);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.concat([end, Buffer.from(name)]));
  const body = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([end, iv, cipher.getAuthTag(), body]);
}

/** Opens a box. `undefined` if the key or the name differs, or if the box is damaged or has expired. */
export async function opened(key: Uint8Array, name: string, box: Buffer, nowMs: number): Promise<unknown> {
  try {
    if (box.readDoubleBE() <= nowMs) return undefined;
    const decipher = createDecipheriv(CIPHER, key, box.subarray(END, IV), { authTagLength: TAG - IV });
    decipher.setAAD(Buffer.concat([box.subarray(0, END), Buffer.from(name)])).setAuthTag(box.subarray(IV, TAG));
    const packed = Buffer.concat([decipher.update(box.subarray(TAG)), decipher.final()]);
    return JSON.parse((await unpack(packed)).toString());
  } catch {
    return undefined;
  }
}
