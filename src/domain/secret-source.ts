/** The source of the client secret. Each exchange reads the file or runs the command anew. */
export type SecretSource =
  | { readonly kind: "value"; reveal(): string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };
