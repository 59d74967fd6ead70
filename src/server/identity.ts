/** Who this server is and what it offers. Clients are told before any catalogue is loaded. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  /** The sections of MCP that its catalogue has. */
  readonly offers: readonly Section[];
}

export type Section = "tools" | "resources" | "prompts" | "completions";

/** Only answers to elicitation would be validated, and this server never elicits. The SDKs' own choice loads Ajv. */
const NO_VALIDATOR = {
  getValidator: () => () => ({
    valid: false as const,
    data: undefined,
    errorMessage: "this server asks its client for nothing",
  }),
};

/** An identity in the two parts that an SDK takes. Nothing offered changes, so there is nothing to subscribe to. */
export function introduce({ instructions, offers, ...implementation }: Identity) {
  const capabilities: { readonly [section in Section]?: Record<string, never> } = Object.fromEntries(
    offers.map((section) => [section, {}]),
  );
  return { implementation, options: { instructions, capabilities, jsonSchemaValidator: NO_VALIDATOR } };
}
