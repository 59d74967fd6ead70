import { existsSync, readFileSync } from "node:fs";

const EXTENSION = "io.modelcontextprotocol/ui";

/** The page that draws the answers of the tools, as a resource (MCP Apps, 2026-01-26). */
export const VIEW = {
  uri: "ui://coldroute/view.html",
  name: "view",
  title: "Picture of an answer",
  description: "Page that draws the answers of the tools in hosts of MCP Apps. Free.",
  mimeType: "text/html;profile=mcp-app",
} as const;

/** `_meta` of a tool whose answers the view draws. Hosts without MCP Apps pass over it. */
export const VIEW_OF_TOOL = { ui: { resourceUri: VIEW.uri } } as const;

/** The page, one file beside the bundle; read when a host asks for it. */
const PAGE = new URL("view.html", import.meta.url);

/** True for a client that declares MCP Apps among its capabilities, with pages of this kind. */
export function drawsViews(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: Readonly<Record<string, unknown>> };
  const { mimeTypes } = (extensions?.[EXTENSION] ?? {}) as { readonly mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW.mimeType);
}

/**
 * The page; undefined where the file is missing. It needs nothing from outside: without `csp`, hosts cut it off the
 * network.
 */
export function viewContents() {
  if (!existsSync(PAGE)) return undefined;
  const text = readFileSync(PAGE, "utf8");
  return [{ uri: VIEW.uri, mimeType: VIEW.mimeType, text, _meta: { ui: { prefersBorder: false } } }];
}
