import { z } from "zod";
import { check, invalid, json, problem, type ServiceAnswer } from "./answer.ts";
import { OPERATIONS } from "./operations.ts";
import { AUDIENCE, CLIENT_ID, CLIENT_SECRET, type Product, type SandboxContext } from "./settings.ts";
import { type Random, seededRandom } from "./world/random.ts";

interface IssuedToken {
  readonly scopes: readonly Product[];
  readonly expiresMs: number;
  revoked: boolean;
}

/** Token exchange (service.md 4.1). */
const GRANT = z.strictObject({
  grant_type: z.literal("client_credentials"),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  audience: z.string().optional(),
});

/** Issues tokens and checks them (service.md 4.1, 5). */
export class TokenIssuer {
  readonly #context: SandboxContext;
  readonly #random: Random;
  readonly #tokens = new Map<string, IssuedToken>();

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#random = seededRandom(context.seed, "tokens");
  }

  issued(): readonly string[] {
    return [...this.#tokens.keys()];
  }

  revokeAll(): void {
    for (const token of this.#tokens.values()) token.revoked = true;
  }

  exchange(body: unknown): ServiceAnswer {
    const read = check(GRANT, body);
    if ("refusal" in read) return read.refusal;
    const { client_id, client_secret, audience } = read.value;
    if (audience !== undefined && audience !== AUDIENCE) return invalid("audience", "is not known");
    if (client_id !== CLIENT_ID || client_secret !== CLIENT_SECRET)
      return problem(401, "client_id or client_secret is wrong");
    const { tokenLifeS, scopes: granted } = this.#context.settings;
    // Only package lookup has a default audience (service.md 5.5).
    const scopes = granted.filter((product) => audience !== undefined || product === "tracking");
    const access_token = `sandbox-token-${this.#tokens.size + 1}-${this.#random().toString(16).slice(2)}`;
    const expiresMs = this.#context.clock.monotonicMs() + tokenLifeS * 1_000;
    this.#tokens.set(access_token, { scopes, expiresMs, revoked: false });
    const scope = scopes.map((product) => OPERATIONS[product].scope).join(" ");
    return json({ access_token, expires_in: tokenLifeS, token_type: "Bearer", scope });
  }

  /** A 401 if the token is missing, invalid, expired or lacks the scope (service.md 7). */
  refusal(authorization: string | undefined, product: Product): ServiceAnswer | undefined {
    const value = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1];
    const token = value === undefined ? undefined : this.#tokens.get(value);
    if (token === undefined || token.revoked) return unauthorized("the access token is missing or invalid");
    if (this.#context.clock.monotonicMs() >= token.expiresMs) return unauthorized("the access token has expired");
    if (token.scopes.includes(product)) return undefined;
    return unauthorized(`the access token lacks the scope ${OPERATIONS[product].scope}`);
  }
}

function unauthorized(detail: string): ServiceAnswer {
  return problem(401, detail, { "WWW-Authenticate": "Bearer" });
}
