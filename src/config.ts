import type { ConfigProblem, Product } from "./api/failure.ts";

/** The tools in their listed order. */
export type ToolName = "check_heat_alerts" | "get_five_day_risk" | "plan_shipment" | "track_package";

/** Where the client secret comes from; file and command are read at each exchange. */
export type SecretSource =
  | { readonly kind: "value"; reveal(): string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };

/** A configuration problem and what it blocks. */
export interface BlockingProblem extends ConfigProblem {
  /** Tools whose calls answer with the problems; empty when only reported. */
  readonly blocks: readonly ToolName[];
}

/** Everything coldroute reads from its environment (DESIGN 2), checked and frozen. Absent values have a problem. */
export interface Config {
  readonly clientId?: string;
  readonly clientSecret?: SecretSource;
  readonly audience?: string;
  /** Without a trailing slash; a path is kept. */
  readonly authUrl?: string;
  readonly productUrls: Readonly<Partial<Record<Product, string>>>;
  readonly tools: readonly ToolName[];
  readonly defaultOrigin?: string | Readonly<Record<string, unknown>>;
  readonly showRecipient: boolean;
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
  readonly alertsTtlMs: number;
  readonly riskTtlMs: number;
  readonly billableLimit?: number;
  readonly maxBillablePerCall: number;
  readonly logLevel: string;
  /** Answers come from the simulated service and say so. */
  readonly sandbox: boolean;
  readonly problems: readonly BlockingProblem[];
  /** COLDROUTE_ variables that this version does not know (a misspelling?); never their values. */
  readonly unknownVariables: readonly string[];
}
