import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { listing } from "../../src/server/listing.ts";
import { tools } from "../../src/server/tools.ts";
import type { Expected, Written } from "./lines.ts";

const INTERNAL_ERROR = -32603;

/** What the judge reads of a line of output. */
interface Output {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Result;
  readonly error?: { readonly code?: unknown };
}

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly _meta?: { readonly "coldroute/error"?: { readonly kind?: string } };
}

const validator = new AjvJsonSchemaValidator();
const validators = new Map(tools.map((tool) => [tool.name, validator.getValidator(listing(tool, false).outputSchema)]));

/** Compares the server's output with its input. */
export class Judge {
  readonly #violations: string[] = [];
  readonly #expected = new Map<string, Expected>();
  readonly #answers = new Map<string, Output[]>();

  /** Records a line sent to the server. */
  sent({ expected, cancels = "" }: Pick<Written, "expected" | "cancels">): void {
    if (expected !== undefined) {
      const { least = 0, most = 0, mayFailInternally } = this.#expected.get(expected.id) ?? {};
      this.#expected.set(expected.id, {
        // Requests under one id may belong to different tools.
        ...(most === 0 ? expected : { id: expected.id }),
        least: expected.least + least,
        most: expected.most + most,
        mayFailInternally: expected.mayFailInternally === true || mayFailInternally === true,
      });
    }
    const cancelled = this.#expected.get(cancels);
    if (cancelled !== undefined) this.#expected.set(cancels, { ...cancelled, least: Math.max(0, cancelled.least - 1) });
  }

  /** Judges a line of stdout. */
  received(line: string): void {
    const problem = this.#problemOf(line);
    if (problem !== undefined) this.#violations.push(`${problem}: ${line.slice(0, 500)}`);
  }

  /** The ids that lack an answer. */
  missing(): readonly string[] {
    const open = [...this.#expected.values()].filter(({ id, least }) => this.answers(id).length < least);
    return open.map(({ id }) => `never answered: ${id.slice(0, 100)}`);
  }

  /** All that is wrong, once the server has ended. Errors about junk have no id. */
  violations(): readonly string[] {
    const surplus = [...this.#answers]
      .filter(([id, all]) => id !== "null" || all.some(({ error }) => error === undefined))
      .filter(([id, all]) => all.length > (this.#expected.get(id)?.most ?? 0));
    return [
      ...this.#violations,
      ...this.missing(),
      ...surplus.map(([id]) => `answered too often: ${id.slice(0, 100)}`),
    ];
  }

  answers(id: string): readonly Output[] {
    return this.#answers.get(id) ?? [];
  }

  #problemOf(line: string): string | undefined {
    const message = parsed(line);
    if (message?.jsonrpc !== "2.0") return "not one message of JSON-RPC 2.0";
    const { id, method, result, error } = message;
    if (method !== undefined && id !== undefined) return "a question to the client";
    if (method !== undefined) return undefined;
    const json = JSON.stringify(id) ?? "null";
    this.#answers.set(json, [...this.answers(json), message]);
    if ((result === undefined) === (error === undefined)) return "neither a result nor an error, or both";
    const { tool, mayFailInternally } = this.#expected.get(json) ?? {};
    if (error?.code === INTERNAL_ERROR && mayFailInternally !== true) return "an internal error";
    if (tool === undefined) return undefined;
    return result === undefined ? "a call of a tool that ends in a protocol error" : resultProblem(tool, result);
  }
}

/** The flaw in the result of a tool call (G-errors). */
function resultProblem(tool: string, { isError, content, structuredContent, _meta }: Result): string | undefined {
  if (!content?.[0]?.text) return "a result without text";
  if (isError !== true) return validators.get(tool)?.(structuredContent).errorMessage;
  const { kind } = _meta?.["coldroute/error"] ?? {};
  return kind === undefined || kind === "internal" ? "a defect" : undefined;
}

function parsed(line: string): Output | undefined {
  try {
    return JSON.parse(line) as Output;
  } catch {
    return undefined;
  }
}
