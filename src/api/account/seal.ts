import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import type { Clock } from "../../runtime/clock.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** A box: its end (epoch ms), a nonce, the tag, and what is sealed. */
const [END, IV, TAG] = [8, 20, 36];

/** How long a secret that was read serves. */
const SECRET_MS = 60_000;

const pack = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

/**
 * Seals what leaves the process under a key of the client secret (AES-256-GCM; HKDF, RFC 5869): whoever can write to Redis can
 * neither read a token nor plant an answer.
 */
export class Seal {
  readonly #secret: () => Promise<string | undefined>;
  readonly #clock: Clock;
  #key: { readonly bytes: Uint8Array; readonly readMs: number } | undefined;

  constructor(secret: () => Promise<string | undefined>, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** `undefined` where the secret cannot be read. */
  async key(): Promise<Uint8Array | undefined> {
    const readMs = this.#clock.monotonicMs();
    if (this.#key !== undefined && readMs - this.#key.readMs < SECRET_MS) return this.#key.bytes;
    const secret = await this.#secret();
    if (secret === undefined) return undefined;
    this.#key = { bytes: new Uint8Array(hkdfSync("sha256", secret, "", "coldroute account 1", KEY_BYTES)), readMs };
    return this.#key.bytes;
  }
}

/** A box that opens with `key` alone, under `name` alone, and until `endMs` alone. */
export async function sealed(key: Uint8Array, name: string, json: unknown, endMs: number): Promise<Buffer> {
  const packed = await pack(Buffer.from(JSON.stringify(json)), { level: 1 });
  const end = Buffer.alloc(END);
  end.writeDoubleBE(endMs);
  const iv = randomBytes(IV - END);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.concat([end, Buffer.from(name)]));
  const body = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([end, iv, cipher.getAuthTag(), body]);
}

/** The value in the box; `undefined` for a box of another key or name, a damaged one, and one whose end has passed. */
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
