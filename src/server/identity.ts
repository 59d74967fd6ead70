/** The name of this server and its instructions. Clients get them before any catalogue is loaded. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

/** The offer never changes, so there is nothing to subscribe to. */
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** An identity, split into the two parameters of an SDK's server. */
export function introduce({ instructions, ...implementation }: Identity) {
  return { implementation, options: { instructions, capabilities: CAPABILITIES } };
}
