import type { CallContext } from "../../server/call-context.ts";
import type { Catalogue, ToolListing } from "../../server/catalogue.ts";
import type { Prompts, Resources } from "../../server/content.ts";
import { mayUse, presentCaller } from "./caller.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";

/** Does something under a caller's name. */
type AsCaller = <T>(context: CallContext, work: (context: CallContext) => Promise<T>) => Promise<T>;

/** The catalogue as each caller may see and use it: what it does is counted while it is under way, and knows its trace. */
export function guardedCatalogue(catalogue: Catalogue, calls: CallsInFlight): Catalogue {
  const asCaller: AsCaller = async (context, work) => {
    const { principal, trace, holdBody } = presentCaller();
    const leave = calls.enter(principal.id);
    const letGo = holdBody?.();
    try {
      return await work(trace === undefined ? context : { trace, ...context });
    } finally {
      letGo?.();
      leave();
    }
  };
  const visible = (): readonly ToolListing[] =>
    catalogue.list().filter((tool) => mayUse(presentCaller().principal, tool));
  return {
    ...catalogue,
    ...(catalogue.resources === undefined ? {} : { resources: guardedResources(catalogue.resources, asCaller) }),
    ...(catalogue.prompts === undefined ? {} : { prompts: guardedPrompts(catalogue.prompts, visible) }),
    list: visible,
    call: async (name, args, context) => {
      const all = catalogue.list();
      const own = visible();
      const isSeen = own.length === all.length || own.some((tool) => tool.name === name);
      if (isSeen) return asCaller(context, (traced) => catalogue.call(name, args, traced));
      // A tool out of sight is refused with a challenge before it comes here. No text names it to who may not use it.
      return { noSuchTool: `There is no tool of this name. On offer: ${own.map((tool) => tool.name).join(", ")}` };
    },
  };
}

/** Resources may be answered by the service too. */
function guardedResources(resources: Resources, asCaller: AsCaller): Resources {
  return { ...resources, read: (uri, context) => asCaller(context, (own) => resources.read(uri, own)) };
}

/** A prompt is for those who may use every tool that it works with. */
function guardedPrompts(prompts: Prompts, visible: () => readonly ToolListing[]): Prompts {
  const isFor = (name: string): boolean => {
    const tools = visible().map((tool) => tool.name);
    return (prompts.toolsOf?.(name) ?? []).every((tool) => tools.includes(tool));
  };
  const { complete } = prompts;
  return {
    ...prompts,
    list: async () => (await prompts.list()).filter(({ name }) => isFor(name)),
    get: async (name, args, context) => (isFor(name) ? prompts.get(name, args, context) : undefined),
    ...(complete === undefined
      ? {}
      : { complete: async (name, argument, signal) => (isFor(name) ? complete(name, argument, signal) : []) }),
  };
}
