import type { Piece } from "./pieces.ts";

const PING = '{"jsonrpc":"2.0","id":"mass","method":"ping"}';
const CALL =
  '{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"plan_shipment","arguments":{"origin":';

/** Much of one thing: long, deep and wide. */
export const MASSES: readonly Piece[] = (
  [
    { before: '{"jsonrpc":"2.0","id":"long","method":"', text: "x", count: 1_000_000, after: '"}' },
    { before: '{"jsonrpc":"2.0","id":"longer","method":"', text: "x", count: 9_000_000, after: '"}' },
    { before: '{"jsonrpc":"2.0","id":"', text: "y", count: 100_000, after: '","method":"ping"}' },
    { before: "[", text: "[", count: 300_000, after: "" },
    { before: `${CALL}${"[".repeat(20_000)}`, text: "]", count: 20_000, after: "}}}" },
    { before: `${CALL}${'{"a":'.repeat(20_000)}1`, text: "}", count: 20_000, after: "}}}" },
    { before: `${"[".repeat(400_000)}`, text: "]", count: 400_000, after: "" },
    { before: "[1", text: ",1", count: 500, after: "]" },
    { before: "[1", text: ",1", count: 2_000_000, after: "]" },
    { before: `[${PING}`, text: `,${PING}`, count: 40, after: "]" },
    { before: `[${PING}`, text: `,${PING}`, count: 100_000, after: "]" },
    { before: "", text: "\n", count: 200_000, after: "" },
    { before: "", text: "1\n", count: 3_000, after: "1" },
    { before: "", text: `${PING}\n`, count: 500, after: PING },
  ] as const
).map((shape) => ({ kind: "mass", ...shape }));
