import { carrierServices } from "./carrier-services.ts";
import type { FreeResource, ToolResource } from "./resource.ts";
import { status } from "./status.ts";
import { toolResources } from "./tool-resources.ts";

/** Every resource, in the order told. */
export const freeResources: readonly FreeResource[] = [status, carrierServices];
export const resourceFamilies: readonly ToolResource[] = toolResources;
