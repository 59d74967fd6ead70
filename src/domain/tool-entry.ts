import type { Product } from "./product.ts";

/** A kind of drawing. A tool that names one has a picture of its answers. */
export type ChartName = "alerts" | "risk" | "plans" | "packages";

/** The facts about a tool that the configuration and the server share (src/config/tool-list.ts). */
export interface ToolEntry {
  readonly name: string;
  /** The product that the tool calls first. Answers state the age of its data. */
  readonly product: Product;
  /** True if the tool creates something. COLDROUTE_READ_ONLY withholds such a tool. */
  readonly creates: boolean;
  /** The argument that the plain words of `coldroute call` fill; absent if it takes JSON alone. */
  readonly words?: string;
  /** How the page and the PNG draw the tool's answers; absent if they draw none. */
  readonly chart?: ChartName;
}
