import { type Json, membersOf } from "../charts/json.ts";

const INITIALIZE_ID = 1;
const DISPLAY_MODE_ID = 2;

export interface HostState {
  readonly result?: Json;
  readonly isCancelled?: boolean;
  /** Theme, size, display mode. */
  readonly context: Json;
}

/**
 * The page's side of MCP Apps: JSON-RPC 2.0 in window messages. It never calls a tool, because a call bills. The class
 * `App` of ext-apps would add 240 kB to the page.
 */
export function connectToHost(host: Window, hear: (state: HostState) => void) {
  let state: HostState = { context: {} };
  const send = (message: Json): void => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const update = (changes: Partial<HostState>): void => {
    state = { ...state, ...changes };
    hear(state);
  };
  // A change carries only the changed keys.
  const merge = (changes: unknown): void => update({ context: { ...state.context, ...membersOf(changes) } });
  const listeners: Readonly<Record<string, (params: Json) => void>> = {
    "ui/notifications/tool-result": (result) => update({ result, isCancelled: false }),
    "ui/notifications/tool-cancelled": () => update({ isCancelled: true }),
    "ui/notifications/host-context-changed": merge,
  };
  // Listen before the first message: a host may answer at once.
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    // The origin of a sandboxed frame is "null", so only the window identifies the sender.
    if (source !== host) return;
    const { jsonrpc, id, method, params, result } = membersOf(data);
    if (jsonrpc !== "2.0") return;
    if (typeof method !== "string") {
      if (id === DISPLAY_MODE_ID && result !== undefined) merge({ displayMode: membersOf(result)["mode"] });
      if (id !== INITIALIZE_ID) return;
      // Hosts send nothing before this message, even if they answered with an error.
      send({ method: "ui/notifications/initialized", params: {} });
      merge(membersOf(result)["hostContext"]);
    } else if (id === undefined) {
      if (Object.hasOwn(listeners, method)) listeners[method]?.(membersOf(params));
    } else if (method === "ping" || method === "ui/resource-teardown") {
      send({ id, result: {} });
    } else {
      send({ id, error: { code: -32_601, message: "Method not found" } });
    }
  });
  const appCapabilities = { availableDisplayModes: ["inline", "fullscreen"] };
  const appInfo = { name: "coldroute", version: "1" };
  const params = { protocolVersion: "2026-01-26", appInfo, appCapabilities };
  send({ id: INITIALIZE_ID, method: "ui/initialize", params });
  return {
    resized: (width: number, height: number): void =>
      send({ method: "ui/notifications/size-changed", params: { width, height } }),
    /** Asks for another display mode. The host answers with the mode that it set. */
    askFor: (mode: "inline" | "fullscreen"): void =>
      send({ id: DISPLAY_MODE_ID, method: "ui/request-display-mode", params: { mode } }),
  };
}
