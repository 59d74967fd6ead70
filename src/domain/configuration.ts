/** One problem in the configuration. `variable` names the variable, or the client's option; `message` never holds a secret. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

/** Gives the name that messages use for a variable: its own, or the client's option. */
export type NameOf = (variable: string) => string;
export const byItsName: NameOf = (variable) => variable;

/** The source of the client secret. Each exchange reads the file or runs the command anew. */
export type SecretSource =
  | { readonly kind: "value"; reveal(): string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };
