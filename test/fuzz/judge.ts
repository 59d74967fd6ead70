import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { listing } from "../../src/server/listing.ts";
import { tools } from "../../src/server/tools.ts";
import type { Expected, Written } from "./lines.ts";

const INTERNAL_ERROR = -32603;

type Members = Readonly<Record<string, unknown>>;

const validator = new AjvJsonSchemaValidator();
const validators = new Map(tools.map((tool) => [tool.name, validator.getValidator(listing(tool, false).outputSchema)]));

/** Compares the server's output with its input. */
export class Judge {
  readonly violations: string[] = [];
  readonly #expected = new Map<string, Expected>();
  readonly #answers = new Map<string, Members[]>();

  /** Records a line sent to the server. */
  sent({ expected, cancels }: Pick<Written, "expected" | "cancels">): void {
    if (expected !== undefined) {
      const known = this.#expected.get(expected.id);
      this.#expected.set(expected.id, known === undefined ? expected : together(known, expected));
    }
    const cancelled = cancels === undefined ? undefined : this.#expected.get(cancels);
    if (cancelled !== undefined)
      this.#expected.set(cancelled.id, { ...cancelled, least: Math.max(0, cancelled.least - 1) });
  }

  /** Judges a line of stdout. */
  received(line: string): void {
    const problem = this.#problemOf(line);
    if (problem !== undefined) this.violations.push(`${problem}: ${line.slice(0, 500)}`);
  }

  /** The ids that lack an answer. */
  missing(): readonly string[] {
    return [...this.#expected.values()]
      .filter(({ id, least }) => this.answers(id).length < least)
      .map(({ id }) => `never answered: ${id.slice(0, 100)}`);
  }

  /** The ids with more answers than questions. Final once the server has ended. Errors about junk have no id. */
  surplus(): readonly string[] {
    return [...this.#answers.keys()]
      .filter((id) => id !== "null" || this.answers(id).some(({ error }) => error === undefined))
      .filter((id) => this.answers(id).length > (this.#expected.get(id)?.most ?? 0))
      .map((id) => `answered too often: ${id.slice(0, 100)}`);
  }

  answers(id: string): readonly Members[] {
    return this.#answers.get(id) ?? [];
  }

  #problemOf(line: string): string | undefined {
    const message = parsed(line);
    if (!isMembers(message) || message["jsonrpc"] !== "2.0") return "not one message of JSON-RPC 2.0";
    const { jsonrpc: _, id, method, params: __, result, error, ...others } = message;
    if (Object.keys(others).length > 0) return "members that no message has";
    if (method !== undefined) {
      const isNotification = id === undefined && typeof method === "string" && method.startsWith("notifications/");
      return isNotification ? undefined : "a question to the client";
    }
    const json = JSON.stringify(id) ?? "null";
    this.#answers.set(json, [...this.answers(json), message]);
    if ((result === undefined) === (error === undefined)) return "neither a result nor an error, or both";
    const { tool, mayFailInternally = false } = this.#expected.get(json) ?? {};
    if (result === undefined) return errorProblem(error, mayFailInternally, tool);
    if (!isMembers(result)) return "a result that is no object";
    return tool === undefined ? undefined : resultProblem(tool, result);
  }
}

function together(one: Expected, other: Expected): Expected {
  const mayFailInternally = one.mayFailInternally === true || other.mayFailInternally === true;
  return { id: one.id, least: one.least + other.least, most: one.most + other.most, mayFailInternally };
}

function errorProblem(error: unknown, mayFailInternally: boolean, tool: string | undefined): string | undefined {
  const { code, message } = isMembers(error) ? error : {};
  if (!Number.isInteger(code) || typeof message !== "string") return "no proper error";
  if (code === INTERNAL_ERROR && !mayFailInternally) return "an internal error";
  return tool === undefined ? undefined : "a call of a tool that ends in a protocol error";
}

/** The flaw in the result of a tool call (G-errors). */
function resultProblem(tool: string, { isError, content, structuredContent, _meta }: Members): string | undefined {
  const [first] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  if (!isMembers(first) || typeof first["text"] !== "string" || first["text"] === "") return "a result without text";
  if (!isMembers(_meta) || !isMembers(_meta["coldroute/usage"])) return "a result that does not tell what it cost";
  if (isError !== true) return validators.get(tool)?.(structuredContent).errorMessage;
  const error = _meta["coldroute/error"];
  if (!isMembers(error) || typeof error["kind"] !== "string") return "an error without its kind";
  return error["kind"] === "internal" ? "a defect" : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
