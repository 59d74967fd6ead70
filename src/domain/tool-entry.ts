import type { Product } from "./product.ts";

/** The facts about a tool that the configuration and the server share (src/config/tool-list.ts). */
export interface ToolEntry {
  readonly name: string;
  /** The product that the tool calls first. Answers state the age of its data. */
  readonly product: Product;
  /** True if the tool creates something. COLDROUTE_READ_ONLY withholds such a tool. */
  readonly creates: boolean;
  /** True if the tool's access token needs COLDROUTE_AUDIENCE (service.md 5.5: package lookup has a default). */
  readonly needsAudience: boolean;
}
