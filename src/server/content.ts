/** The content of a resource, as text or as base64 (MCP, resources). */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
} & ({ readonly text: string } | { readonly blob: string });

/** A resource as `resources/list` shows it. `size` is in bytes. */
export interface ResourceListing {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A family of resources: an RFC 6570 template of their URIs. */
export type TemplateListing = Omit<ResourceListing, "uri" | "size"> & { readonly uriTemplate: string };

/** A prompt as `prompts/list` shows it. */
export interface PromptListing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
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
