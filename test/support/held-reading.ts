import { envelope, startScripted } from "./client.ts";
import type { Received, Scripted } from "./scripted-service.ts";

/** What a service of alerts does, one page of which waits. */
interface Held {
  /** Pages of one record each; two unless said otherwise. */
  readonly total?: number;
  /** The page that waits until `release` is called; the second unless said otherwise. */
  readonly slow?: number;
  /** What it is answered then, and all that is asked later. */
  readonly after?: Scripted;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A service whose pages come at once, but for one. */
export async function startReading({ total = 2, slow = 2, after, settings }: Held = {}) {
  let release: () => void = () => undefined;
  let isOver = false;
  const isReleased = new Promise<void>((resolve) => {
    release = () => {
      isOver = true;
      resolve();
    };
  });
  const alerts = async ({ url }: Received): Promise<Scripted> => {
    const page = Number(url.searchParams.get("page") ?? 1);
    if (page === slow) await isReleased;
    if (isOver && after !== undefined) return after;
    return { status: 200, json: envelope([`8500${page}`], { total, page, pageSize: 1, hasMore: page < total }) };
  };
  return { ...(await startScripted({ alerts }, settings)), release };
}
