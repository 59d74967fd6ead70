/** undici without fetch, cache and WebSocket: its import takes a third of the time. undici ships it without types. */
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}
