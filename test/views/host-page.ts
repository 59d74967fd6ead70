import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** The default of MCP Apps for a resource that states no policy: the page's own scripts and styles, no network. */
const CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'";

type Result = Parameters<AppBridge["sendToolResult"]>[0] & { readonly page?: string };
type Context = Parameters<AppBridge["setHostContext"]>[0];

export interface Host {
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  /** Loads the view anew and shows it a result, or leaves it waiting. */
  show(result: Result | undefined, context: Context): Promise<void>;
  /** Like `show`, for a given page. */
  showPage(html: string, result: Result | undefined, context: Context): Promise<void>;
  /** Sends another result to the open view. */
  send(result: Result): Promise<void>;
  cancel(): Promise<void>;
  change(context: Context): void;
  teardown(): Promise<unknown>;
  /** The heights that the view has reported, in order. */
  readonly heights: readonly number[];
  /** The capabilities that the view declares. */
  declared(): unknown;
}

let client: Client | undefined;
let bridge: AppBridge | undefined;
let heights: number[] = [];

async function connected(): Promise<Client> {
  if (client !== undefined) return client;
  client = new Client(
    { name: "test-host", version: "1" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  return client;
}

async function uriOf(tool: string | undefined): Promise<string> {
  const { tools } = await (await connected()).listTools();
  const named = tools.find(({ name }) => tool === undefined || name === tool);
  return (named?._meta as { ui?: { resourceUri?: string } } | undefined)?.ui?.resourceUri ?? "";
}

async function read(uri: string): Promise<string> {
  const { contents } = await (await connected()).readResource({ uri });
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}

const host: Host = {
  call: async (name, args) => {
    const result = await (await connected()).callTool({ name, arguments: args });
    return { ...result, page: await uriOf(name) };
  },
  show: async (result, context) => host.showPage(await read(result?.page ?? (await uriOf(undefined))), result, context),
  showPage: async (html, result, context) => {
    await bridge?.close();
    heights = [];
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts");
    frame.title = "view";
    document.body.replaceChildren(frame);
    document.documentElement.style.colorScheme = context.theme ?? "normal";
    const opened = new AppBridge(null, { name: "test-host", version: "1" }, {}, { hostContext: context });
    bridge = opened;
    opened.onrequestdisplaymode = async ({ mode }) => ({ mode });
    opened.addEventListener("sizechange", ({ height = 0 }) => {
      heights.push(height);
      frame.style.height = `${height}px`;
    });
    const initialized = new Promise<void>((resolve) => opened.addEventListener("initialized", () => resolve()));
    const view = frame.contentWindow as Window;
    await opened.connect(new PostMessageTransport(view, view));
    frame.srcdoc = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${CSP}">`);
    await initialized;
    if (result === undefined) return;
    await opened.sendToolInput({ arguments: {} });
    await opened.sendToolResult(result);
  },
  send: async (result) => bridge?.sendToolResult(result),
  cancel: async () => bridge?.sendToolCancelled({ reason: "test" }),
  change: (context) => bridge?.setHostContext(context),
  teardown: async () => bridge?.teardownResource({}),
  get heights() {
    return heights;
  },
  declared: () => bridge?.getAppCapabilities(),
};

Object.assign(window, { host });
