/** One statement of the interface specification that coldroute keeps, or that it must leave open. */
export interface Requirement {
  /** Clause and short name, e.g. `2.1-meta.total`; stable, since tests cite it. */
  readonly id: string;
  readonly clause: string;
  readonly text: string;
}

/** The statements of one clause, as short name → what holds. */
export function clause(number: string, statements: Readonly<Record<string, string>>): readonly Requirement[] {
  return Object.entries(statements).map(([name, text]) => ({ id: `${number}-${name}`, clause: number, text }));
}
