/** The name of this server and its instructions. Clients are told before any catalogue is loaded. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

/** Nothing offered changes, so there is nothing to subscribe to. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** An identity in the two parts that an SDK takes. */
export function introduce({ instructions, ...implementation }: Identity) {
  return { implementation, options: { instructions, capabilities: CAPABILITIES } };
}
