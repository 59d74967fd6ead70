/**
 * A request's body as text. `too_large`: larger than `maxBytes`; one that says so beforehand is not read at all, any other
 * up to that point. `broken_off`: its client has gone.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ readonly text: string } | "too_large" | "broken_off"> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return "too_large";
  try {
    return await readUpTo(request, maxBytes);
  } catch {
    return "broken_off";
  }
}

async function readUpTo(request: Request, maxBytes: number): Promise<{ readonly text: string } | "too_large"> {
  if (request.body === null) return { text: "" };
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: Buffer.concat(chunks).toString("utf8") };
    bytes += value.byteLength;
    if (bytes > maxBytes) return "too_large";
    chunks.push(value);
  }
}
