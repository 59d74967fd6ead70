import { textOf, textOrNull } from "./record.ts";

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
  ...{ ndash: "\u2013", mdash: "\u2014", lsquo: "\u2018", rsquo: "\u2019", deg: "\u00b0" },
};
const REFERENCE = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,5});/gi;
/** Tags inside a word or a sentence. Others separate words. */
const INLINE_TAG = /<\/?(?:b|i|u|em|strong|span|a|font|small)(?:\s[^<>]*)?>/gi;
const TAG = /<\/?(?:p|div|br|hr|ul|ol|li|table|tr|td|th|h[1-6])(?:\s[^<>]*)?\/?>/gi;

/** A service value as cleaned text without its HTML: `<b>Held</b> &amp; delayed` is `Held & delayed`; null if empty. */
export function plainTextOrNull(value: unknown): string | null {
  const text = textOf(value);
  if (!text.includes("&") && !text.includes("<")) return textOrNull(text);
  const decoded = text.replace(REFERENCE, (whole: string, reference: string) => {
    const name = reference.toLowerCase();
    if (!name.startsWith("#")) return NAMED[name] ?? whole;
    const code = Number(name.replace("#x", "0x").replace("#", ""));
    return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
  });
  return textOrNull(decoded.replace(INLINE_TAG, "").replace(TAG, " "));
}
