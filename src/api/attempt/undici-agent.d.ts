/** undici without its fetch, cache and WebSocket: a third of the import time. The file is public, its types are not beside it. */
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}
