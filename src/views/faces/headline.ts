import { cleanText } from "../../domain/clean.ts";
import { ageText } from "../../domain/hours.ts";
import { clockLabel } from "../marks/time.ts";
import { joined } from "./face.ts";
import { type Json, membersOf, numberOf, shownText } from "./json.ts";

/** An answer that is stale or partial opens with it. */
const PARTS = /^(?:(STALE.*?): )?(?:(PARTIAL.*?)[;.] )?(.*)$/s;
const MAX_TITLE_CHARS = 200;

/** The words around a drawing: why the answer is not whole or not fresh (empty where it is both), its finding, its source. */
export function headlineOf(answer: Json) {
  const { data } = membersOf(answer["source"]);
  const [, stale, partial, finding = ""] = PARTS.exec(shownText(answer["answer"], 2_000)) ?? [];
  const warning = joined(
    [stale ?? (data === "stale" && "STALE"), partial ?? (answer["complete"] === false && "PARTIAL")],
    "; ",
  );
  return { warning, title: cleanText(finding, MAX_TITLE_CHARS), source: sourceText(answer) };
}

/** `Live, data of Mon 11-23 08:03 UTC, billed 1.` */
function sourceText(answer: Json): string {
  const source = membersOf(answer["source"]);
  const [age, bill, perhaps] = ["ageSeconds", "billableRequests", "maybeBilled"].map((name) => numberOf(source[name]));
  const [dataOf, window] = [shownText(source["dataOf"]), numberOf(answer["windowHours"])];
  const told = joined([
    source["data"] === "live" && "Live",
    age !== undefined && `fetched ${ageText(age)} ago`,
    dataOf && `data of ${clockLabel(dataOf)} UTC`,
    window !== undefined && `${window} h window`,
    bill !== undefined && `billed ${bill}${perhaps === undefined ? "" : `, perhaps ${perhaps} more`}`,
  ]);
  return joined([source["sandbox"] === true && "Sandbox data, not the real service.", told && `${told}.`], " ");
}
