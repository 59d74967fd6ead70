import type { z } from "zod";
import { groupBy } from "../../domain/collections.ts";
import type { Path } from "./input-schema.ts";

export type Issue = z.core.$ZodIssue;
export type Misnaming = z.core.$ZodIssueUnrecognizedKeys;

/** One issue for each refused value, and one for the unknown names in each object; all with their whole paths. */
export function distinctIssues(issues: readonly Issue[]): readonly Issue[] {
  const all = issues.flatMap((issue) => branchIssues(issue, []));
  const misnamed = new Set(all.filter(isMisnaming).map(pathOf));
  const isCausedByMisnaming = (issue: Issue): boolean => issue.code === "custom" && misnamed.has(pathOf(issue));
  const relevant = all.filter((issue) => !isZodsIntegerBound(issue) && !isCausedByMisnaming(issue));
  const bySubject = groupBy(relevant, (issue) => `${isMisnaming(issue) ? "names in" : "value"} ${pathOf(issue)}`);
  return [...bySubject.values()].map(([first]) => first);
}

function pathOf({ path }: Issue): string {
  return path.join();
}

export function isMisnaming(issue: Issue): issue is Misnaming {
  return issue.code === "unrecognized_keys";
}

/** zod's bound of safe integers. The parameter's own bound has an issue, too. */
function isZodsIntegerBound(issue: Issue): boolean {
  return issue.code === "too_big" && issue.origin === "int";
}

/**
 * The issues of the branch of a union that the caller probably meant: the one of the value's type. zod nests the issues of
 * every branch, with paths inside the value. Of `{ place: { zip: 85001 } }`, where a place is a text or an object of texts:
 *
 *     { code: "invalid_union", path: ["place"], errors: [
 *         [{ code: "invalid_type", path: [] }],          a text is not meant, for the place has another type
 *         [{ code: "invalid_type", path: ["zip"] }],     an object is: → { code: "invalid_type", path: ["place", "zip"] }
 *     ] }
 */
function branchIssues(issue: Issue, outerPath: Path): readonly Issue[] {
  const path = [...outerPath, ...issue.path];
  const branches = issue.code === "invalid_union" ? issue.errors : [];
  const isOfOtherType = (one: Issue): boolean => one.code === "invalid_type" && one.path.length === 0;
  const meant = branches.find((branch) => !branch.some(isOfOtherType));
  return meant === undefined ? [{ ...issue, path }] : meant.flatMap((inner) => branchIssues(inner, path));
}
