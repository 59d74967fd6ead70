import { z } from "zod";

/** The most that the parameter `limit` takes (DESIGN 3). */
export const MAX_LIMIT = 200;

/** Rows listed where the caller sets no limit. */
export const DEFAULT_LIMIT = 20;

/** The parameter `limit`: rows listed, 1 to 200. */
export function limitSchema() {
  return z.int().min(1).max(MAX_LIMIT).optional().describe("rows listed; default 20, fewer when long, but one a place");
}
