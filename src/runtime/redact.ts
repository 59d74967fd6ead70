/** Tokens expire, so only the last few are looked for; what is in use is concealed anew at each exchange. */
const MAX_SECRETS = 8;

/** Replacing anything shorter would damage the text and hide little. */
const MIN_SECRET_CHARS = 12;

/** Takes known secrets out of texts (G-secrets). */
export function redaction() {
  const spellings = new Map<string, readonly string[]>();
  let longestFirst: readonly string[] = [];
  return {
    /** From now on `secret` is replaced. */
    conceal: (secret: string): void => {
      if (secret.length < MIN_SECRET_CHARS) return;
      // Set anew at the end, so that what is in use is forgotten last.
      spellings.delete(secret);
      spellings.set(secret, spellingsOf(secret));
      const [oldest] = spellings.keys();
      if (spellings.size > MAX_SECRETS && oldest !== undefined) spellings.delete(oldest);
      // One secret may begin with another, whose replacement would leave the rest of it.
      longestFirst = [...new Set([...spellings.values()].flat())].sort((one, other) => other.length - one.length);
    },
    /** `text` with `[secret]` in place of every known secret. */
    redact: (text: string): string =>
      longestFirst.reduce((clean, spelling) => clean.replaceAll(spelling, "[secret]"), text),
  };
}

/** A secret as it is, and as JSON, URLs, forms and base64 spell it. Most tokens change in base64 alone. */
function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const base64 = Buffer.from(secret).toString("base64").replaceAll("=", "");
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    // A log line quotes what it is given once more.
    JSON.stringify(json).slice(1, -1),
    ...[percent, form].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ];
}
