import type { CallContext } from "../../server/call-context.ts";
import type { Catalogue, Resources } from "../../server/catalogue.ts";
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
  return {
    ...catalogue,
    ...(catalogue.resources === undefined ? {} : { resources: guardedResources(catalogue.resources, asCaller) }),
    list: () => catalogue.list().filter((tool) => mayUse(presentCaller().principal, tool)),
    call: async (name, args, context) => {
      const tool = catalogue.list().find((candidate) => candidate.name === name);
      // Refused with a challenge before it comes here, unless the name was out of sight.
      if (tool !== undefined && !mayUse(presentCaller().principal, tool)) {
        return { noSuchTool: `${name} needs the scope coldroute:plan` };
      }
      return asCaller(context, (own) => catalogue.call(name, args, own));
    },
  };
}

/** Resources may be answered by the service too. */
function guardedResources(resources: Resources, asCaller: AsCaller): Resources {
  return { ...resources, read: (uri, context) => asCaller(context, (own) => resources.read(uri, own)) };
}
