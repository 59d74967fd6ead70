/** Six forms that stay apart at 5 px. */
export type Form = "circle" | "square" | "triangle" | "diamond" | "wedge" | "cross";

/** How a level or a risk value is drawn. The form alone tells it from the others of one drawing. */
export interface Style {
  readonly fill: string;
  readonly form: Form;
  /** Printed in the mark where two names of one drawing share a form. */
  readonly letter?: string;
}

/** Okabe and Ito's colours, which people with colour blindness tell apart; without yellow and black. */
const FILLS = ["#e69f00", "#cc79a7", "#56b4e9", "#009e73", "#0072b2", "#d55e00"];
const FORMS: readonly Form[] = ["diamond", "circle", "square", "triangle", "wedge", "cross"];

/**
 * Names seen so far, in alphabetical order as of the first list: the service defines no order, so neither do the colours.
 * Append only: a name keeps its look for ever.
 */
const SEEN: Readonly<Record<string, Style>> = {
  High: { fill: "#e69f00", form: "diamond" },
  Hot: { fill: "#cc79a7", form: "circle" },
  Low: { fill: "#56b4e9", form: "square" },
  Moderate: { fill: "#009e73", form: "circle" },
  Severe: { fill: "#0072b2", form: "triangle" },
  SevereHot: { fill: "#d55e00", form: "wedge" },
  Warm: { fill: "#e69f00", form: "cross" },
};

/** The styles of all names of one drawing. A name looks the same in every drawing, but for its letter. */
export function stylesOf(names: Iterable<string>): ReadonlyMap<string, Style> {
  const plain = [...names].map((name) => [name, styleOf(name)] as const);
  const isShared = ({ form }: Style): boolean => plain.filter(([, other]) => other.form === form).length > 1;
  return new Map(plain.map(([name, style]) => [name, isShared(style) ? { ...style, letter: initial(name) } : style]));
}

function styleOf(name: string): Style {
  if (Object.hasOwn(SEEN, name)) return SEEN[name] as Style;
  // FNV-1a: the same name, the same pair, whatever stands beside it.
  let hash = 2_166_136_261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const fill = FILLS[hash % FILLS.length] as string;
  return { fill, form: FORMS[Math.floor(hash / FILLS.length) % FORMS.length] as Form };
}

function initial(name: string): string {
  return Array.from(name)[0]?.toUpperCase() ?? "?";
}
