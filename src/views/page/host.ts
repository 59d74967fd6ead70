import { type Json, membersOf } from "../faces/json.ts";

/** The version of MCP Apps that this page speaks. */
const PROTOCOL_VERSION = "2026-01-26";
const INITIALIZE_ID = 1;

/** The host, as far as it has spoken. */
export interface Told {
  readonly result?: Json;
  readonly isCancelled?: boolean;
  /** All that is known of the surroundings: theme, size, kind of display. */
  readonly context: Json;
}

/**
 * The page's end of MCP Apps: JSON-RPC 2.0 in messages between the frame and its host. It offers nothing, asks for nothing
 * but `ui/initialize`, and never calls a tool: a call bills. Returns the function that tells the host the page's size.
 */
export function connectToHost(host: Window, hear: (told: Told) => void): (width: number, height: number) => void {
  let told: Told = { context: {} };
  const send = (message: Json): void => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const tell = (news: Partial<Told>): void => {
    told = { ...told, ...news };
    hear(told);
  };
  // A change carries the changed keys alone.
  const merge = (changes: unknown): void => tell({ context: { ...told.context, ...membersOf(changes) } });
  const heard: Readonly<Record<string, (params: Json) => void>> = {
    "ui/notifications/tool-result": (result) => tell({ result, isCancelled: false }),
    "ui/notifications/tool-cancelled": () => tell({ isCancelled: true }),
    "ui/notifications/host-context-changed": merge,
  };
  // The listener stands before the first message: a host may answer at once.
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    // The origin of a sandboxed frame is "null", so only the window tells who speaks.
    if (source !== host) return;
    const { jsonrpc, id, method, params, result } = membersOf(data);
    if (jsonrpc !== "2.0") return;
    if (typeof method !== "string") {
      if (id !== INITIALIZE_ID) return;
      // Hosts send nothing before this, an error as answer included.
      send({ method: "ui/notifications/initialized", params: {} });
      merge(membersOf(result)["hostContext"]);
    } else if (id === undefined) {
      if (Object.hasOwn(heard, method)) heard[method]?.(membersOf(params));
    } else if (method === "ping" || method === "ui/resource-teardown") {
      send({ id, result: {} });
    } else {
      send({ id, error: { code: -32_601, message: "Method not found" } });
    }
  });
  const appCapabilities = { availableDisplayModes: ["inline", "fullscreen"] };
  const appInfo = { name: "coldroute", version: "1" };
  const params = { protocolVersion: PROTOCOL_VERSION, appInfo, appCapabilities };
  send({ id: INITIALIZE_ID, method: "ui/initialize", params });
  return (width, height) => send({ method: "ui/notifications/size-changed", params: { width, height } });
}
