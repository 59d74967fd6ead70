import { promises as files } from "node:fs";
import { recordOf } from "../domain/record.ts";
import type { FreeResource } from "../resources/resource.ts";

const EXTENSION = "io.modelcontextprotocol/ui";

const PAGE = new URL("view.html", import.meta.url);

/** The page that draws the tools' answers (MCP Apps, 2026-01-26). It sets no `csp`, so hosts deny it the network. */
export const VIEW: FreeResource = {
  uri: "ui://coldroute/view.html",
  name: "view",
  title: "Picture of an answer",
  description: "Page that draws the answers of the tools in hosts of MCP Apps. Free.",
  mimeType: "text/html;profile=mcp-app",
  _meta: { ui: { prefersBorder: false } },
  // Importing `node:fs/promises` instead would cost each start a millisecond.
  read: () => files.readFile(PAGE, "utf8"),
};

/** `_meta` of a tool whose answers the view draws. Hosts without MCP Apps ignore it. */
export const VIEW_OF_TOOL = { ui: { resourceUri: VIEW.uri } } as const;

/** True if a client's capabilities include MCP Apps and the view's MIME type. */
export function drawsViews(capabilities: unknown): boolean {
  const extensions = recordOf(recordOf(capabilities)?.["extensions"]);
  const mimeTypes = recordOf(extensions?.[EXTENSION])?.["mimeTypes"];
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW.mimeType);
}
