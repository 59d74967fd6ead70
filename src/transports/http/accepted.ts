const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";
/** The header that the SDK asks of a client. */
const BOTH = `${JSON_TYPE}, ${STREAM_TYPE}`;
const RANGES_WITH_JSON = ["*/*", "application/*", JSON_TYPE];
const DATA = "data: ";

/**
 * The request as the SDK wants it, which serves only clients that accept JSON and streams, and whether its client needs
 * one answer as JSON. A client that accepts neither keeps its header, and the SDK refuses it.
 */
export function acceptedBy(request: Request): { readonly request: Request; readonly wantsJson: boolean } {
  const accepted = (request.headers.get("accept") ?? "*/*").toLowerCase();
  const streams = accepted.includes(STREAM_TYPE);
  const takesJson = RANGES_WITH_JSON.some((range) => accepted.includes(range));
  const isServed = streams && accepted.includes(JSON_TYPE);
  if (isServed || !(streams || takesJson)) return { request, wantsJson: false };
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH);
  const { url, method, signal } = request;
  return { request: new Request(url, { method, headers, signal }), wantsJson: !streams };
}

/** The last message of a stream, as JSON. Notifications before it are left out. Other responses stay as they are. */
export async function asJson(response: Response): Promise<Response> {
  if (response.headers.get("content-type")?.startsWith(STREAM_TYPE) !== true) return response;
  const lines = (await response.text()).split("\n");
  const last = lines.findLast((line) => line.startsWith(DATA));
  const headers = new Headers(response.headers);
  headers.set("content-type", JSON_TYPE);
  return new Response(last?.slice(DATA.length) ?? "", { status: response.status, headers });
}
