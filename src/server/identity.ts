/** The name of this server and its instructions. Clients are told before any catalogue is loaded. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

/** Only answers to elicitation would be validated, and this server never elicits. The SDKs' own choice loads Ajv. */
const NO_VALIDATOR = {
  getValidator: () => () => ({
    valid: false as const,
    data: undefined,
    errorMessage: "this server asks its client for nothing",
  }),
};

/** Nothing offered changes, so there is nothing to subscribe to. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** An identity in the two parts that an SDK takes. */
export function introduce({ instructions, ...implementation }: Identity) {
  const options = { instructions, capabilities: CAPABILITIES, jsonSchemaValidator: NO_VALIDATOR };
  return { implementation, options };
}
