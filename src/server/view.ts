import { promises as files } from "node:fs";
import { recordOf } from "../domain/record.ts";
import type { ChartName } from "../domain/tool-list.ts";
import type { FreeResource } from "../resources/resource.ts";

const MIME_TYPE = "text/html;profile=mcp-app";

/** The page that draws a tool's answers (MCP Apps, 2026-01-26). It sets no `csp`, so hosts deny it the network. */
export function viewOf(chart: ChartName): FreeResource {
  return {
    uri: `ui://coldroute/${chart}.html`,
    name: `${chart}-view`,
    title: `Picture of ${chart}`,
    description: "Page that draws the answers of a tool in hosts of MCP Apps. Free.",
    mimeType: MIME_TYPE,
    _meta: { ui: { prefersBorder: false } },
    // A host gives the page a result without the tool's name. Importing `node:fs/promises` would cost each start 1 ms.
    read: async () =>
      (await files.readFile(new URL("view.html", import.meta.url), "utf8")).replace(
        "<html",
        `<html data-chart="${chart}"`,
      ),
  };
}

export function drawsViews(capabilities: unknown): boolean {
  const extensions = recordOf(recordOf(capabilities)?.["extensions"]);
  const mimeTypes = recordOf(extensions?.["io.modelcontextprotocol/ui"])?.["mimeTypes"];
  return Array.isArray(mimeTypes) && mimeTypes.includes(MIME_TYPE);
}
