import type { CallContext } from "./call-context.ts";

/** The content of a resource, as text or as base64 (MCP, resources). */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
} & ({ readonly text: string } | { readonly blob: string });

interface Listing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** A resource as `resources/list` shows it. */
export interface ResourceListing extends Listing {
  readonly uri: string;
  readonly mimeType?: string;
}

/** A family of resources: an RFC 6570 template of their URIs. */
export interface TemplateListing extends Listing {
  readonly uriTemplate: string;
  readonly mimeType?: string;
}

/** A prompt as `prompts/list` shows it. */
export interface PromptListing extends Listing {
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/** A prompt, filled in. */
export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: Content }[];
}

/** A part of a tool's result or of a prompt's message. `data` is base64. */
export type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource"; readonly resource: ResourceContents }
  | ({ readonly type: "resource_link" } & ResourceListing);

/** A `tools/call` result of MCP, either era. */
export interface CallResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** An argument that is being typed, and those already given (MCP, completion). */
export interface Completing {
  readonly name: string;
  readonly value: string;
  readonly given: Readonly<Record<string, string>>;
}

/** The resources on offer. Nothing here rejects. */
export interface Resources {
  list(): Promise<readonly ResourceListing[]>;
  templates(): Promise<readonly TemplateListing[]>;
  /** `undefined`: there is no such resource. */
  read(uri: string, context: CallContext): Promise<readonly ResourceContents[] | FailedReading | undefined>;
  /** The values that an argument of the template may have, likeliest first. */
  complete?(uriTemplate: string, argument: Completing, signal: AbortSignal): Promise<readonly string[]>;
}

/** Why a resource could not be read: in words, and for programs as `data`. */
export interface FailedReading {
  readonly failed: string;
  /** The URI itself is wrong: reading it again will not help. */
  readonly isWronglyAsked: boolean;
  readonly data: unknown;
}

/** The prompts on offer. Nothing here rejects. */
export interface Prompts {
  list(): Promise<readonly PromptListing[]>;
  /** The names of the tools that a prompt works with. Without all of them the prompt is useless. */
  toolsOf?(name: string): readonly string[];
  /** `undefined`: there is no such prompt. `refused` says what is wrong with the arguments. */
  get(
    name: string,
    args: Readonly<Record<string, string>>,
    context: CallContext,
  ): Promise<PromptResult | { readonly refused: string } | undefined>;
  /** The values that an argument of the prompt may have, likeliest first. */
  complete?(name: string, argument: Completing, signal: AbortSignal): Promise<readonly string[]>;
}
