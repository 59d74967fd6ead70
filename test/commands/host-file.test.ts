import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { withMember } from "../../src/commands/host-file.ts";

const ENTRY = { command: "/usr/bin/node", args: ["/opt/coldroute/dist/main.cjs"], env: { COLDROUTE_SANDBOX: "1" } };

/** Files as hosts and people write them, each with the object that holds servers. */
const FILES = {
  "Claude Desktop, with two servers": [
    "mcpServers",
    `{
  "mcpServers": {
    "filesystem": { "command": "npx", "args": ["-y", "server-filesystem", "/Users/jo/Desktop"] },
    "weather": {
      "command": "/opt/homebrew/bin/uv",
      "args": ["run", "weather.py"]
    }
  },
  "globalShortcut": "Alt+Space"
}
`,
  ],
  "VS Code, with comments, inputs and tabs": [
    "servers",
    `// Servers for every project
{
\t"inputs": [
\t\t{ "type": "promptString", "id": "token", "password": true } // asked once
\t],
\t"servers": {
\t\t/* the tracker */
\t\t"github": {
\t\t\t"type": "http",
\t\t\t"url": "https://api.example.com/mcp" // "quoted": {
\t\t},
\t},
}
`,
  ],
  "Zed, four spaces, servers last": [
    "context_servers",
    `{
    // "theme": "One Light",
    "theme": { "mode": "system", "light": "One Light" },
    "vim_mode": false,
    "context_servers": {
        "postgres": { "source": "custom", "command": "pg-mcp", "args": [] } // work
    }
}`,
  ],
  "Gemini CLI on Windows": [
    "mcpServers",
    '{\r\n  "selectedAuthType": "oauth",\r\n  "mcpServers": {\r\n    "docs": { "httpUrl": "https://docs.example.com/mcp" }\r\n  },\r\n  "path": "C:\\\\Users\\\\Jö"\r\n}\r\n',
  ],
  "Cursor, on one line with a byte order mark": ["mcpServers", '\uFEFF{"mcpServers":{"a":{"command":"a"}},"x":1}'],
} as const satisfies Record<string, readonly [string, string]>;

describe.each(Object.entries(FILES))("%s", (_, [list, text]) => {
  test("gets the server beside what stands there, and is as before without it", () => {
    const written = withMember(text, list, "coldroute", ENTRY) as string;
    const before = parse(text.replace("\uFEFF", ""));
    expect(parse(written.replace("\uFEFF", ""))).toEqual({ ...before, [list]: { ...before[list], coldroute: ENTRY } });
    expect(withMember(written, list, "coldroute", ENTRY)).toBe(written);
    expect(withMember(written, list, "coldroute")).toBe(text);
  });

  test("keeps every other byte when the server is written again", () => {
    const first = withMember(text, list, "coldroute", { command: "old" }) as string;
    const second = withMember(first, list, "coldroute", ENTRY) as string;
    expect(withMember(second, list, "coldroute")).toBe(text);
  });
});

test("a server between others is taken out without a trace of itself", () => {
  const text =
    '{\n  "mcpServers": {\n    "a": {},\n    "coldroute": {\n      "command": "x"\n    },\n    "b": {}\n  }\n}\n';
  expect(withMember(text, "mcpServers", "coldroute")).toBe('{\n  "mcpServers": {\n    "a": {},\n    "b": {}\n  }\n}\n');
});

test.each(["", " \n", "{}", '{ "mcpServers": {} }', '{\n\t"theme": "dark"\n}', "{ /* nothing yet */ }"])(
  "%j gets the server, and can lose it again",
  (text) => {
    const written = withMember(text, "mcpServers", "coldroute", ENTRY) as string;
    const without = withMember(written, "mcpServers", "coldroute") as string;
    expect(JSON.parse(written.replace(/\/\*.*\*\//, ""))).toMatchObject({ mcpServers: { coldroute: ENTRY } });
    expect(without).not.toContain("coldroute");
    for (const word of text.match(/[a-z ]{4,}/g) ?? []) expect(without).toContain(word);
  },
);

test.each([
  ["{", 1],
  ['{\n  "mcpServers": {\n}', 3],
  ['{ "a": 1\n  "b": 2 }', 2],
  ["[]", 1],
  ['"text"', 1],
  ['{\n"mcpServers": []}', 2],
  ["<<<<<<< HEAD\n{}", 1],
])("%j is refused", (text, line) => {
  expect(withMember(text, "mcpServers", "coldroute", ENTRY)).toEqual({ wrongLine: line });
  expect(withMember(text, "mcpServers", "coldroute")).toEqual({ wrongLine: line });
});

test.each(["", "{}", '{ "mcpServers": { "a": {} } }'])("%j without the server stays as it is", (text) => {
  expect(withMember(text, "mcpServers", "coldroute")).toBe(text);
});
