import type { z } from "zod";
import type { Api, Call } from "../api/api.ts";
import type { Failure, Product } from "../api/failure.ts";
import type { Clock } from "../runtime/clock.ts";

/** MCP tool annotations, all four always given. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly api: Api;
  readonly clock: Clock;
  /** This call's deadline, cancellation and bill; handed on to every request. */
  readonly call: Call;
  readonly settings: ToolSettings;
  /** Tells the caller how many parts of how many are done. Absent where nobody asked to be told. Never throws. */
  readonly progress?: ((step: { readonly progress: number; readonly total?: number }) => void) | undefined;
}

/** The part of the configuration that tools read. */
export interface ToolSettings {
  /** A ZIP or an Address (spec 2.3) where shipments leave from when the caller names none. */
  readonly defaultOrigin?: string | Readonly<Record<string, unknown>>;
  readonly showRecipient: boolean;
  /** For how long alerts are answered from memory. */
  readonly alertsTtlMs: number;
}

/**
 * A tool's answer before the call boundary finishes it. `lines` is the text, answer first; `structured` the same facts
 * for programs, without `notes`. `notes` (warnings, cuts, provenance of a part) are short sentences; the boundary
 * appends them to the text, adds the provenance line and puts both into `structured.notes`.
 */
export interface Answer<Structured> {
  readonly lines: readonly string[];
  readonly structured: Structured;
  readonly notes: readonly string[];
  /** Warnings that a line gives in its own words already: for whoever sees the structured content alone. */
  readonly structuredNotes?: readonly string[];
  /** When the data was produced (`meta.generatedAt`, as sent), for the provenance line. */
  readonly dataOf?: string | undefined;
  /** What of it is live, in a clause, whatever else may be from memory: told where a part of it is STALE. */
  readonly live?: string | undefined;
  /** Failures that cost the answer a part while the rest stands; the log counts them. */
  readonly partial?: readonly Failure[];
}

/** What a tool comes to: an answer, or a failure, with `lines` on its parts where it has several. */
export type ToolOutcome<Structured> =
  | { readonly ok: true; readonly value: Answer<Structured> }
  | { readonly ok: false; readonly failure: Failure; readonly lines?: readonly string[] };

/** One tool, whole: schemas, wording, handler. A further tool is one such file and one line in `index.ts`. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly product: Product;
  readonly input: Input;
  /** Without `notes`, which every tool has and the catalogue adds. */
  readonly output: Output;
  /** A good value for each parameter, by dotted path without indexes (`destination.state`), shown when one is refused. */
  readonly examples: Readonly<Record<string, string>>;
  /** Names understood for a parameter but not advertised: alias → parameter. */
  readonly aliases?: Readonly<Record<string, string>>;
  run(args: z.output<Input>, context: ToolContext): Promise<ToolOutcome<z.input<Output>>>;
}
