/** Who this server is and what it offers, as either era tells it before any catalogue is loaded. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  /** The sections of MCP that its catalogue has. */
  readonly offers: readonly Section[];
}

export type Section = "tools" | "resources" | "prompts" | "completions";

/** An identity in the two parts that an SDK takes it in. Nothing that is offered changes, or can be subscribed to. */
export function introduce({ instructions, offers, ...implementation }: Identity) {
  const capabilities: { readonly [section in Section]?: Record<string, never> } = Object.fromEntries(
    offers.map((section) => [section, {}]),
  );
  return { implementation, options: { instructions, capabilities } };
}
