import type { z } from "zod";
import type { Api, Call } from "../api/model/api.ts";
import type { ArgumentProblem, Failure } from "../domain/failure.ts";
import type { LevelOrder } from "../domain/level-order.ts";
import type { JsonRecord } from "../domain/record.ts";
import type { ToolEntry } from "../domain/tool-list.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecentPlans } from "./recent-plans.ts";

export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The input under these settings, if they change it: an order of levels adds parameters, a default frees one. */
  inputFor?(settings: Pick<ToolSettings, "riskLevels" | "originAddress">): z.ZodObject | undefined;
  /** The catalogue adds `answer`, `source` and `notes`. */
  readonly output: Output;
  /** True if an answer may exceed the 25,000 tokens beyond which some hosts move it to a file. */
  readonly isLong?: true;
  /** For the help, the demo and docs/tools.md. Its dates follow `nowMs`, as the data of the sandbox do. */
  example(nowMs: number): Example;
  /** Unadvertised names of a list parameter: alias → parameter. The server joins values given under several names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Problems that no argument shows by itself. Gets the arguments that the schema accepts. */
  objections?(args: Partial<z.output<Input>>, context: ArgumentContext): readonly ArgumentProblem[];
  run(args: z.output<Input>, context: ToolContext): Promise<ToolOutcome<z.input<Output>>>;
}

export type Tool = ToolEntry & ToolDefinition;

/** A person's question, and an assistant's call that answers it. */
export interface Example {
  readonly question: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ArgumentContext {
  readonly settings: ToolSettings;
  readonly nowMs: number;
}

export interface ToolSettings {
  /** The Address (service.md 2.3) that shipments leave from if the caller names none. */
  readonly originAddress?: Readonly<Record<string, unknown>>;
  readonly showRecipient: boolean;
  /** Compare by `domain/level-order.ts`, which ignores case. */
  readonly alertLevels: LevelOrder;
  readonly riskLevels: LevelOrder;
}

export interface ToolContext {
  readonly api: Api;
  readonly clock: Clock;
  /** This call's deadline, cancellation and bill. A tool passes it to every request. */
  readonly call: Call;
  readonly settings: ToolSettings;
  readonly plans: RecentPlans;
  /** Who calls, the same in all calls of one HTTP caller; empty on stdio. */
  readonly principal: string;
  /** Reports progress to the caller; absent if the caller asked for none. Never throws. */
  readonly progress?: ((step: Progress) => void) | undefined;
}

/** How many parts are done (MCP, progress). `progress` only grows; `total` is absent while it is unknown. */
export type Progress = { readonly progress: number; readonly total?: number };

/** `lines` explain a failure further, such as the reason for each part. */
export type ToolOutcome<Structured> =
  | { readonly ok: true; readonly value: Answer<Structured> }
  | { readonly ok: false; readonly failure: Failure; readonly lines?: readonly string[] };

/** The text holds headline, lines, notes, source; the JSON answer, source, own fields, notes. */
export interface Answer<Structured> {
  /** Opens the answer if a part is missing or old: `PARTIAL: 2 of 5 days read.` Both channels and the picture show it. */
  readonly warning?: string;
  /** The answer in short. It must suffice without the lines. */
  readonly headline: string;
  /** The headline for pictures, without counts that they show; absent if it is `headline`. Only for hosts that draw. */
  readonly title?: () => string;
  readonly lines: readonly string[];
  readonly structured: Structured;
  /** Caveats as short sentences. The text omits a note that already stands among the lines. */
  readonly notes: readonly Note[];
  /** When the service produced the data (`meta.generatedAt` as sent); null if it did not say. */
  readonly dataOf?: string | null | undefined;
  /** A clause for the source line, such as `24 h window`. */
  readonly window?: string | undefined;
  /** Whole records, for `detail: "full"`. The text ends with them as JSON; programs find them in the rows. */
  readonly records?: readonly JsonRecord[];
  /** Map marks of everything found, listed or not. The server calls this only for hosts that draw views. */
  readonly marks?: () => Promise<Marks>;
  /** Failures that left a part out of the answer; the log names their kinds. */
  readonly partial?: readonly Failure[];
}

/** A caveat. A string serves both channels. An object words each channel by itself; an empty text omits it. */
export type Note = string | { readonly text: string; readonly structured: string };

/** Pairs of a level and its ZIPs or areas, which blanks separate. */
export type Marks = readonly (readonly [level: string, zips: string])[];
