import type { Product } from "./product.ts";

/** One tool as the configuration and the server know it (src/config/tool-list.ts). */
export interface ToolEntry {
  readonly name: string;
  /** The product that the tool asks first, whose age its answers tell; null where it asks the service nothing. */
  readonly product: Product | null;
  /** The tool creates something, so COLDROUTE_READ_ONLY withholds it. */
  readonly creates: boolean;
  /** The tool's token needs COLDROUTE_AUDIENCE (service.md 5.5: package lookup has a default). */
  readonly needsAudience: boolean;
}
