import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../src/domain/time-units.ts";
import { readTokens } from "../../src/transports/http/tokens.ts";
import { emptyFolder } from "../support/per-test.ts";
import { callOf, post, startServer } from "./running.ts";

const readAt = (path: string, host: string) =>
  readTokens({ kind: "token file", variable: "COLDROUTE_HTTP_TOKENS_FILE", path }, host);

test("a token file holds one entry per line, besides blank lines and comments", async () => {
  const path = join(emptyFolder(), "tokens");
  writeFileSync(path, "# the desk\ndesk[read]:token-1\r\n\n  token-2  \n");
  expect(await readAt(path, "localhost")).toEqual({
    entries: [
      { name: "desk", token: "token-1", scopes: ["read"] },
      { token: "token-2", scopes: ["read", "plan", "metrics"] },
    ],
  });
});

test.each([
  ["", "holds no token"],
  ["token-1-of-16-chars\ndesk[write]:secret-token", "line 2 is not an entry"],
  ["a b", "line 1 is not an entry"],
  ["tiny", "line 1 has a token of fewer than 16 characters"],
])("a token file with %j is refused without quoting it", async (text, problem) => {
  const path = join(emptyFolder(), "tokens");
  writeFileSync(path, text);
  const read = await readAt(path, "0.0.0.0");
  expect(read).toMatchObject({ problem: expect.stringContaining(problem) });
  expect(JSON.stringify(read)).not.toContain("secret");
});

test("a missing token file is refused", async () => {
  expect(await readAt(join(emptyFolder(), "none"), "localhost")).toMatchObject({
    problem: expect.stringContaining("ENOENT"),
  });
});

test("anything but a regular file is refused unread, because reading a pipe may never end", async () => {
  expect(await readAt(emptyFolder(), "localhost")).toEqual({ problem: "does not name a regular file" });
});

describe("a token file that changes", () => {
  async function running(text: string) {
    const path = join(emptyFolder(), "tokens");
    writeFileSync(path, text);
    const server = await startServer({ environment: { COLDROUTE_HTTP_TOKENS_FILE: path } });
    const statusOf = async (token: string): Promise<number> =>
      (await post(server.url, callOf(1), { authorization: `Bearer ${token}` })).status;
    return { ...server, statusOf, path, write: (next: string) => writeFileSync(path, next) };
  }

  test("is read again after a second", async () => {
    const { statusOf, write, clock } = await running("desk:token-1\n");
    expect(await statusOf("token-1")).toBe(200);
    write("desk:token-2\n");
    clock.advance(1_000);
    expect(await statusOf("token-1")).toBe(401);
    expect(await statusOf("token-2")).toBe(200);
  });

  test("is judged by the new list for all that ask at once, however long ago it changed", async () => {
    const { statusOf, write, clock } = await running("token-1");
    write("token-2");
    clock.advance(HOUR_MS);
    const asked = ["token-1", "token-1", "token-1", "token-2"].map(statusOf);
    expect(await Promise.all(asked)).toEqual([401, 401, 401, 200]);
  });

  test.each(["emptied", "deleted"])("and was %s long ago withdraws all tokens, after a second reading", async (how) => {
    const { statusOf, write, path, clock, lines } = await running("token-1");
    if (how === "emptied") write("# nobody\n");
    else rmSync(path);
    clock.advance(HOUR_MS);
    const asked = [statusOf("token-1"), statusOf("token-1")];
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(1_000);
    expect(await Promise.all(asked)).toEqual([401, 401]);
    expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining("; no token is valid"));
    write("token-1");
    clock.advance(1_000);
    expect(await statusOf("token-1")).toBe(200);
  });

  test("and is empty for a moment, while an editor writes it, leaves the old tokens valid", async () => {
    const { statusOf, write, clock } = await running("token-1");
    for (let count = 0; count < 2; count += 1) {
      write("");
      clock.advance(1_000);
      const status = statusOf("token-1");
      await expect.poll(() => clock.pending).toBe(1);
      write("token-1");
      clock.advance(1_000);
      expect(await status).toBe(200);
    }
  });

  test("and is broken leaves the old tokens valid, and is logged once", async () => {
    const { statusOf, write, clock, lines } = await running("token-1");
    expect(await statusOf("token-1")).toBe(200);
    write("token-2\na secret");
    for (let count = 0; count < 3; count += 1) {
      clock.advance(1_000);
      expect(await statusOf("token-1")).toBe(200);
    }
    const told = lines.filter(({ level }) => level === 50);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ variable: "COLDROUTE_HTTP_TOKENS_FILE", msg: expect.stringContaining("line 2") });
    expect(JSON.stringify(told)).not.toContain("secret");
  });
});
