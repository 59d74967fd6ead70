/** undici without fetch, cache and WebSocket, for a third of the import time. undici exports the file without types. */
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}
