import { send } from "./load.ts";
import type { ServerUnderLoad } from "./server-under-load.ts";

/** The storm: bodies with the most expensive arguments that fit into one. A server must stay quick beside them. */
const ROUNDS = 6;
const CALLS = 50;

const called = (id: number, name: string, args: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Fifty calls, each with twenty misspelt places. */
function misspelt(round: number): readonly object[] {
  const letters = (seed: number): string =>
    Array.from({ length: 12 }, (_, at) => String.fromCodePoint(97 + ((seed * 31 + at * at * 7) % 26))).join("");
  const locations = (call: number) => Array.from({ length: 20 }, (_, at) => letters(round * 1000 + call * 20 + at));
  return Array.from({ length: CALLS }, (_, id) => called(id, "check_heat_alerts", { locations: locations(id) }));
}

const PARCEL = { length: 1, width: 1, height: 1, weight: 1 };
const blanks = called(1, "plan_shipment", { destination: `a${" ".repeat(129_000)}b`, parcel: PARCEL });
const names = called(1, "plan_shipment", Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`n${at}`, 1])));

/** Sends the storm. Resolves with the statuses other than 200. */
export async function storm({ url }: Pick<ServerUnderLoad, "url">, token = "none"): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    statuses.push(...(await Promise.all([...misspelt(round), blanks, names].map((body) => send(url, body, token)))));
  }
  return statuses.filter((status) => status !== 200);
}
