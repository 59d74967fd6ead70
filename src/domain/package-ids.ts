export const MAX_IDS = 100;
/** Bullets and figures of a list: `- 1001`, `1. 1001`, `a) 1001`. */
const BULLET = /^(?:[-–—•*·>→✓]|\d{1,2}[.)]|[a-z]\))\s+(?=\S)/i;
/** Words before a number: `order no. 10047`, `Tracking #: SBX0000010047`, `UPS 1Z999`. */
const LABEL =
  /^(?:(?:orders?|tracking|packages?|parcels?|shipments?|numbers?|no|id|ref|po|awb|ups|usps|fedex|dhl|ontrac)[.:#\s]|[:#])[:#\s]*/i;
const QUOTES_AND_BRACKETS = " \"'“”‘’«»„()[]";

/** The numbers of a pasted list: `1. Order 1001; "1002"` → `1001`, `1002`. Drops a heading and what stands around them. */
export function idsIn(list: string): readonly string[] {
  const parts = list.replace(/\p{Cf}/gu, "").split(/[,;\n\r\t]+/);
  const isHeading = (part: string): boolean => parts.length > 1 && withoutLabels(`${part.trim()} `) === "";
  return parts
    .filter((part) => !isHeading(part))
    .map((part) => bare(withoutLabels(bare(part.trim().replace(BULLET, "")))).replace(/(?<=\w)\.$/, ""))
    .flatMap(splitAtBlanks)
    .filter((part) => part !== "");
}

/** Splits three numbers or more. Carriers print one number in groups of up to four characters. */
function splitAtBlanks(text: string): readonly string[] {
  const parts = text.split(/\s+/).map((part) => part.replace(/^#/, ""));
  return parts.length > 2 && parts.every((part) => /^[\w-]{5,}$/.test(part) && /\d/.test(part)) ? parts : [text];
}

function withoutLabels(text: string): string {
  let rest = text;
  while (LABEL.test(rest)) rest = rest.replace(LABEL, "");
  return rest;
}

function bare(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && QUOTES_AND_BRACKETS.includes(text.charAt(start))) start += 1;
  while (start < end && QUOTES_AND_BRACKETS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
