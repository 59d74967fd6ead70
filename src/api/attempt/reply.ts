import { promisify } from "node:util";
import { gunzip, type ZlibOptions } from "node:zlib";
import type { ProxyAddress } from "../../domain/failure.ts";
import type { Log } from "../../runtime/log.ts";
import { letOthersRun } from "../../runtime/turns.ts";

/** Response headers by lower-case name. A repeated header has a list of values. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** When the first byte of the request was written (`monotonicMs`). */
  readonly sentMs: number;
}

/** Why an attempt ended without a whole response. */
export type NoResponse = { readonly kind: "lost"; readonly code: string } | { readonly kind: "timeout" | "cancelled" };

/** No status line arrived. Without `sentMs`, not one byte was written. */
export type Unanswered = NoResponse & {
  readonly sentMs: number | undefined;
  readonly proxy?: ProxyAddress | undefined;
};

/** `bytes` is the size after decompression. */
type Whole = Head & { readonly kind: "answer"; readonly text: string; readonly bytes: number };

/** The status line arrived, but no readable body. */
type Broken = Head & { readonly kind: "broken"; readonly cause: NoResponse["kind"] | "encoding" | "too_large" };

export type Answered = Whole | Broken;

export type Reply = Answered | Unanswered;

export function hasStatus(reply: Reply): reply is Answered {
  return "status" in reply;
}

export function isSuccess({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

/** Bounds a body both before and after decompression (G-answers). */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

const gunzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/** Undoes gzip, the only content coding that requests ask for (RFC 9110 section 8.4). Never rejects. */
export async function decodedReply(head: Head, chunks: readonly Buffer[]): Promise<Answered> {
  const packed = Buffer.concat(chunks);
  const coding = (head.headers["content-encoding"] || "identity").toString().trim().toLowerCase();
  if (coding !== "gzip" && coding !== "identity") return { kind: "broken", ...head, cause: "encoding" };
  try {
    const body = coding === "gzip" ? await gunzipped(packed, { maxOutputLength: MAX_BODY_BYTES }) : packed;
    // The text is parsed in the turn that decodes it.
    await letOthersRun(body.length);
    return { kind: "answer", text: new TextDecoder().decode(body), bytes: body.length, ...head };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return { kind: "broken", ...head, cause: isTooLarge ? "too_large" : "encoding" };
  }
}

/** Redacts every known secret in a reply (G-secrets), because the service may echo the token. */
export function redactReply(reply: Reply, log: Log): Reply {
  if (!hasStatus(reply)) return reply;
  const redact = (value: string | string[] | undefined) =>
    typeof value === "object" ? value.map((line) => log.redact(line)) : value && log.redact(value);
  const headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, redact(value)]));
  return reply.kind === "answer" ? { ...reply, headers, text: log.redact(reply.text) } : { ...reply, headers };
}
