import { namesVersion } from "../../server/era.ts";
import { INVALID_REQUEST, PARSE_ERROR, type Refusal } from "./answers.ts";
import { exceeds, type JsonBounds } from "./json-values.ts";

/** Ids of JSON-RPC requests. */
export type RequestId = string | number;

/** The body of a POST, as far as the transport has to know it. What a message means is the adapters' concern. */
export interface PostedBody {
  readonly value: unknown;
  /** The methods of its messages; undefined for a response. */
  readonly methods: readonly (string | undefined)[];
  readonly messages: readonly object[];
  readonly requestIds: readonly RequestId[];
  /** Requests that it takes back (`notifications/cancelled`). */
  readonly cancelledIds: readonly RequestId[];
  /** How many of its messages the service may have to answer. */
  readonly calls: number;
  /** The tools that it calls. */
  readonly calledTools: readonly string[];
  /** Names its version in a message, as 2026-era requests do. */
  readonly namesVersion: boolean;
  /** Opens a session (`initialize`). */
  readonly opensSession: boolean;
}

type Message = Readonly<Record<string, unknown>>;

/** As many as SDK 1.x takes. */
const MAX_BATCH = 100;

/** Many times what any call takes: a mebibyte of brackets would become thirty of lists. */
const MOST: JsonBounds = { values: 10_000, depth: 100 };

const CALLS: ReadonlySet<string> = new Set(["tools/call", "resources/read"]);

/** Reads a body's text; what is no JSON-RPC at all is refused here, for both eras alike. */
export function readPostedBody(text: string): PostedBody | Refusal {
  if (exceeds(text, MOST)) {
    const message = `Invalid request: a body holds ${MOST.values} values at most, ${MOST.depth} within each other`;
    return { status: 400, code: INVALID_REQUEST, message };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { status: 400, code: PARSE_ERROR, message: "Parse error: the body is not JSON" };
  }
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (messages.length === 0 || messages.length > MAX_BATCH) {
    const message = `Invalid request: a batch holds 1 to ${MAX_BATCH} messages`;
    return { status: 400, code: INVALID_REQUEST, message };
  }
  if (!messages.every(isRecord)) {
    return { status: 400, code: INVALID_REQUEST, message: "Invalid request: a message is a JSON object" };
  }
  const requests = messages.filter((one) => typeof one["method"] === "string" && "id" in one);
  const notifications = messages.filter((one) => !("id" in one));
  return {
    value,
    methods: messages.map(({ method }) => (typeof method === "string" ? method : undefined)),
    messages,
    requestIds: requests.flatMap(({ id }) => asId(id)),
    cancelledIds: parametersOf("notifications/cancelled", notifications).flatMap(({ requestId }) => asId(requestId)),
    calls: messages.filter(({ method }) => typeof method === "string" && CALLS.has(method)).length,
    calledTools: parametersOf("tools/call", messages).flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
    namesVersion: messages.some(namesVersion),
    opensSession: requests.some(({ method }) => method === "initialize"),
  };
}

function parametersOf(method: string, messages: readonly Message[]): readonly Message[] {
  return messages.filter((one) => one["method"] === method).map(({ params }) => (isRecord(params) ? params : {}));
}

function asId(id: unknown): readonly RequestId[] {
  return typeof id === "string" || typeof id === "number" ? [id] : [];
}

function isRecord(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
