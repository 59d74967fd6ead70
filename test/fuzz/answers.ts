import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { ToolListing } from "../../src/server/catalogue.ts";
import type { Expectation } from "./expectation.ts";

const INTERNAL_ERROR = -32603;

/** The codes that JSON-RPC 2.0 (5.1) names and MCP adds to. */
const isErrorCode = (code: unknown): boolean =>
  Number.isInteger(code) && Number(code) >= -32768 && Number(code) <= -32000;

/** What the server wrote, held against what it was sent. Collects what is wrong. */
export class Answers {
  readonly violations: string[] = [];
  readonly #expectation: Expectation;
  readonly #outputs: ReadonlyMap<string, (value: unknown) => string | undefined>;
  readonly #counts = new Map<string, number>();
  /** The answers that can be told apart, by id, for those who ask for one. */
  readonly #latest = new Map<string, Record<string, unknown>>();

  constructor(expectation: Expectation, tools: readonly ToolListing[]) {
    this.#expectation = expectation;
    const validator = new AjvJsonSchemaValidator();
    this.#outputs = new Map(
      tools.map(({ name, outputSchema }) => {
        const validate = validator.getValidator(outputSchema ?? {});
        return [name, (value) => validate(value).errorMessage];
      }),
    );
  }

  /** Takes in one line of stdout, without its newline. */
  take(line: string): void {
    const problem = this.#problemOf(line);
    if (problem !== undefined) this.violations.push(`${problem}: ${line.slice(0, 500)}`);
  }

  latest(id: string): Record<string, unknown> | undefined {
    return this.#latest.get(JSON.stringify(id));
  }

  /** What is still to come: the ids with fewer answers than asked for, those of cancelled requests aside. */
  missing(): readonly string[] {
    return [...this.#expectation.ids]
      .filter(([id, { asked, cancelled }]) => (this.#counts.get(id) ?? 0) < asked - cancelled)
      .map(([id]) => id.slice(0, 100));
  }

  /** What nobody asked for. To be looked at once nothing more can come. */
  surplus(): readonly string[] {
    return [...this.#counts]
      .filter(([id, count]) => count > (this.#expectation.ids.get(id)?.asked ?? 0))
      .map(([id, count]) => `${id.slice(0, 100)} (${count} answers)`);
  }

  #problemOf(line: string): string | undefined {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return "not a line of JSON";
    }
    if (!isRecord(message) || message["jsonrpc"] !== "2.0") return "not one message of JSON-RPC 2.0";
    const { id, method, result, error } = message;
    const strangers = Object.keys(message).filter(
      (key) => !["jsonrpc", "id", "method", "params", "result", "error"].includes(key),
    );
    if (strangers.length > 0) return `members that no message has (${strangers.join(", ")})`;
    if (method !== undefined) {
      return typeof method === "string" && method.startsWith("notifications/") && id === undefined
        ? undefined
        : "asks something of a client that offers nothing";
    }
    if (id === null || id === undefined) return "an answer without id";
    this.#count(JSON.stringify(id), message);
    if ((result === undefined) === (error === undefined)) return "neither a result nor an error, or both";
    if (result !== undefined) return isRecord(result) ? this.#resultProblem(id, result) : "a result that is no object";
    if (!isRecord(error) || !isErrorCode(error["code"]) || typeof error["message"] !== "string")
      return "no proper error";
    const { call, mayBreak } = this.#expectation.ids.get(JSON.stringify(id)) ?? {};
    if (error["code"] === INTERNAL_ERROR) return mayBreak ? undefined : "an internal error";
    const isTool = typeof call?.tool === "string" && this.#outputs.has(call.tool);
    return isTool && call?.isWellFormed ? "a call of a tool that ends in a protocol error" : undefined;
  }

  #count(id: string, message: Record<string, unknown>): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    this.#latest.set(id, message);
  }

  #resultProblem(id: unknown, result: Record<string, unknown>): string | undefined {
    const { call } = this.#expectation.ids.get(JSON.stringify(id)) ?? {};
    const validate = typeof call?.tool === "string" ? this.#outputs.get(call.tool) : undefined;
    return validate === undefined ? undefined : callProblem(result, validate);
  }
}

/** What is wrong with the result of a tool call (DESIGN 3). */
function callProblem(
  { isError, content, structuredContent, _meta }: Record<string, unknown>,
  validate: (value: unknown) => string | undefined,
): string | undefined {
  const [text] = Array.isArray(content) ? (content as readonly unknown[]) : [];
  if (!isRecord(text) || typeof text["text"] !== "string" || text["text"] === "") return "a result without text";
  if (!isRecord(_meta) || !isRecord(_meta["coldroute/usage"])) return "a result that does not tell what it cost";
  if (isError !== true) return validate(structuredContent);
  if (structuredContent !== undefined) return "an error with structured content";
  const error = _meta["coldroute/error"];
  if (!isRecord(error) || typeof error["kind"] !== "string") return "an error without its kind";
  return error["kind"] === "internal" ? "a defect" : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
