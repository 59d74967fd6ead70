import type { z } from "zod";
import type { Api, Call } from "../api/model/api.ts";
import type { Failure } from "../domain/failure.ts";
import type { JsonRecord } from "../domain/record.ts";
import type { ToolEntry } from "../domain/tool-entry.ts";
import type { Clock } from "../runtime/clock.ts";

/** The surroundings of a running tool. */
export interface ToolContext {
  readonly api: Api;
  readonly clock: Clock;
  /** This call's deadline, cancellation and bill; handed on to every request. */
  readonly call: Call;
  readonly settings: ToolSettings;
  /** Reports progress to the caller; absent where it asked for none. Never throws. */
  readonly progress?: ((step: Progress) => void) | undefined;
}

/** How many parts are done (MCP, progress). `progress` only grows; `total` is absent while it is unknown. */
export type Progress = { readonly progress: number; readonly total?: number };

/** The part of the configuration that tools read. */
export interface ToolSettings {
  /** The Address (service.md 2.3) where shipments leave from when the caller names none. */
  readonly originAddress?: Readonly<Record<string, unknown>>;
  readonly showRecipient: boolean;
}

/** A caveat. Where it speaks of the layout of the text, such as a `*`, each channel has its own words, or none. */
export type Note = string | { readonly text: string; readonly structured: string };

/** A tool's answer. The text reads headline, lines, notes, source; the JSON answer, source, own fields, notes. */
export interface Answer<Structured> {
  /** One line that suffices alone. */
  readonly headline: string;
  readonly lines: readonly string[];
  readonly structured: Structured;
  /** Caveats in both channels: short sentences. One that stands among the lines is not said again below them. */
  readonly notes: readonly Note[];
  /** When the data was produced (`meta.generatedAt`, as sent); null where the service did not say. */
  readonly dataOf?: string | null | undefined;
  /** A clause for the source line, such as `24 h window`. */
  readonly window?: string | undefined;
  /** Whole records, for `detail: "full"`: the text ends with them as JSON. Rows hold them for programs. */
  readonly records?: readonly JsonRecord[];
  /** The marks of a map of all that was found, listed or not; asked for only where one is drawn. */
  readonly marks?: () => Marks;
  /** Failures that cost the answer a part; the log counts them. */
  readonly partial?: readonly Failure[];
}

/** ZIPs by the level of their alerts, separated by blanks. */
export type Marks = readonly (readonly [level: string, zips: string])[];

/** An answer, or a failure with a line on each of its parts where it has several. */
export type ToolOutcome<Structured> =
  | { readonly ok: true; readonly value: Answer<Structured> }
  | { readonly ok: false; readonly failure: Failure; readonly lines?: readonly string[] };

/** A tool's schemas, wording and work: what its folder holds. */
export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Without `answer`, `source` and `notes`, which the catalogue adds. */
  readonly output: Output;
  /** Names understood for a list parameter, but not advertised: alias → parameter. Values under several names are joined. */
  readonly aliases?: Readonly<Record<string, string>>;
  run(args: z.output<Input>, context: ToolContext): Promise<ToolOutcome<z.input<Output>>>;
}

/** One tool, whole. */
export type Tool = ToolEntry & ToolDefinition;
