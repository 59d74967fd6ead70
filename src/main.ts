import { oldNode } from "./runtime/old-node.ts";

// Node 12 can parse this file and what it imports. Only a Node that is new enough loads the rest.
const problem = oldNode(process);
if (problem === undefined) void import("./commands/run.ts").then(({ run }) => run(process.argv.slice(2)));
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
