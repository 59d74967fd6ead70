import { oldNode } from "../runtime/old-node.ts";

const problem = oldNode(process);
if (problem !== undefined) throw new Error(problem);
