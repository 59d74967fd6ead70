import { createApp } from "../app.ts";
import { writeError } from "../runtime/standard-error.ts";
import { sleep } from "../runtime/waiting.ts";
import { claimOutput } from "../transports/standard-streams.ts";
import { serveStdio } from "../transports/stdio.ts";
import type { Command } from "./command.ts";
import { untilSignalled } from "./terminal.ts";

/** How long connections may take to close. No caller waits for their answers any more. */
const CLOSE_MS = 300;

export const command: Command = {
  usage: `coldroute: MCP server for shippers of heat-sensitive goods

Usage
  coldroute                     the MCP server on stdio, for a chat host to start
  coldroute http                the MCP server on Streamable HTTP, for a team
  coldroute call TOOL [JSON]    one tool call from the shell; call may be left out
  coldroute demo                the tools at work against a simulated service
  coldroute doctor              checks configuration, token and each product; bills nothing
  coldroute sandbox             the simulated service alone, on loopback
  coldroute setup HOST          the configuration of a chat host for this machine

Options
  --sandbox        use an embedded simulated service instead of the configured one
  --env-file FILE  read variables from a file of NAME=value lines; those of the environment win
  --help, -h       this text, or that of a command or a tool: coldroute help track_package
  --version, -v

Examples
  coldroute demo
  coldroute --sandbox call track_package 10045
  coldroute doctor --json

It is configured by COLDROUTE_… environment variables; \`coldroute doctor\` names those that are missing.`,
  options: {},
  maxPositionals: 0,
  isServer: true,
  run: async ({ environment, sandbox }) => {
    if (process.stdin.isTTY)
      writeError("coldroute is waiting for an MCP client on stdin. Try `coldroute demo` or `coldroute --help`.");
    const output = claimOutput(process.stdout, writeError);
    const shutdown = untilSignalled();
    const app = await createApp({ environment, sandbox });
    const { clock, catalogue, log } = app;
    await serveStdio({ input: process.stdin, output, clock, log, catalogue, shutdown });
    await Promise.all([Promise.race([app.close(), sleep(clock, CLOSE_MS)]), log.flush()]);
    return 0;
  },
};
