import { type Json, membersOf } from "../faces/json.ts";

/** The version of MCP Apps that this page speaks. */
const PROTOCOL_VERSION = "2026-01-26";
const INITIALIZE_ID = 1;

/** What a host tells the page. Each may come more than once. */
export interface Listener {
  /** The result of a tool, as the server sent it. */
  result(result: Json): void;
  cancelled(): void;
  /** All that is known of the surroundings so far: theme, size, kind of display. */
  context(context: Json): void;
}

/**
 * The page's end of MCP Apps: JSON-RPC 2.0 in messages between the frame and its host. It offers nothing, asks for nothing
 * but `ui/initialize`, and never calls a tool: a call bills. Returns the function that tells the host the page's size.
 */
export function connectToHost(host: Window, listener: Listener): (width: number, height: number) => void {
  let context: Json = {};
  let isReady = false;
  let size: Json = {};
  const send = (message: Json): void => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const sendSize = (): void => send({ method: "ui/notifications/size-changed", params: size });
  const merge = (changes: unknown): void => {
    // A change carries the changed keys alone.
    context = { ...context, ...membersOf(changes) };
    listener.context(context);
  };
  const begin = (answer: Json): void => {
    merge(membersOf(answer["result"])["hostContext"]);
    // Hosts send nothing before this, an error as answer included.
    send({ method: "ui/notifications/initialized", params: {} });
    isReady = true;
    sendSize();
  };
  const heard: Readonly<Record<string, (params: Json) => void>> = {
    "ui/notifications/tool-result": (params) => listener.result(params),
    "ui/notifications/tool-cancelled": () => listener.cancelled(),
    "ui/notifications/host-context-changed": merge,
  };
  // The listener stands before the first message: a host may answer at once.
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    // The origin of a sandboxed frame is "null", so only the window tells who speaks.
    if (source !== host) return;
    const { jsonrpc, id, method, params, ...answer } = membersOf(data) as Json & Readonly<Record<"jsonrpc", unknown>>;
    if (jsonrpc !== "2.0") return;
    if (typeof method !== "string") {
      if (id === INITIALIZE_ID && !isReady) begin(answer);
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
  return (width, height) => {
    if (size["width"] === width && size["height"] === height) return;
    size = { width, height };
    if (isReady) sendSize();
  };
}
