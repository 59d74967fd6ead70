import type { Clock } from "../runtime/clock.ts";
import type { Answer } from "./answer.ts";
import { invalid, json, problem } from "./answer.ts";
import { SCOPES, TOKEN_TYPE } from "./invented.ts";
import type { Random } from "./random.ts";
import { seededRandom } from "./random.ts";
import type { Application, Product, SandboxSettings } from "./settings.ts";

interface Token {
  readonly value: string;
  /** Counted from 1. */
  readonly number: number;
  readonly account: string;
  readonly scopes: readonly Product[];
  readonly issuedMs: number;
  readonly lifeMs: number;
  revoked: boolean;
}

/** The bearer of an accepted request. */
export interface Bearer {
  readonly account: string;
  readonly scopes: readonly Product[];
}

const FIELDS = ["grant_type", "client_id", "client_secret", "audience"];

/** The identity provider: issues tokens (spec 4.1, 5) and recognizes them again. */
export class TokenIssuer {
  readonly #clock: Clock;
  readonly #settings: SandboxSettings;
  readonly #random: Random;
  readonly #tokens = new Map<string, Token>();

  constructor(clock: Clock, settings: SandboxSettings, seed: number) {
    this.#clock = clock;
    this.#settings = settings;
    this.#random = seededRandom(seed, "tokens");
  }

  /** Every token issued so far, oldest first. */
  get issued(): readonly string[] {
    return [...this.#tokens.keys()];
  }

  /** How many tokens were issued up to this one, or 0 where it is none of ours. */
  numberOf(token: string): number {
    return this.#tokens.get(token)?.number ?? 0;
  }

  /** From now on every token issued so far is invalid. */
  revokeAll(): void {
    for (const token of this.#tokens.values()) token.revoked = true;
  }

  /** Answers the token exchange; `body` is what was posted, parsed. */
  exchange(body: unknown): Answer {
    if (typeof body !== "object" || body === null || Array.isArray(body))
      return invalid("body", "must be a JSON object");
    const fields = new Map<string, unknown>(Object.entries(body));
    for (const [name, value] of fields) {
      if (!FIELDS.includes(name)) return invalid(name, "is not a field of the token exchange");
      if (typeof value !== "string") return invalid(name, "must be a string");
    }
    if (fields.get("grant_type") !== "client_credentials") return invalid("grant_type", "must be client_credentials");
    for (const name of ["client_id", "client_secret"]) {
      if (!fields.get(name)) return invalid(name, "is missing");
    }
    const audience = fields.get("audience");
    if (audience !== undefined && audience !== this.#settings.audience) return invalid("audience", "is not known");
    const application = this.#settings.applications.find(
      (each) => each.clientId === fields.get("client_id") && each.clientSecret === fields.get("client_secret"),
    );
    if (application === undefined) return problem(401, "invalid-client", "client_id or client_secret is wrong");
    return this.#issue(application, audience !== undefined);
  }

  #issue(application: Application, hasAudience: boolean): Answer {
    // Spec 5.5: the audience is defaulted for package lookup, and for that alone.
    const scopes = this.#settings.scopes.filter((product) => hasAudience || product === "tracking");
    const number = this.#tokens.size + 1;
    const token: Token = {
      number,
      value: `sandbox-token-${number}-${this.#hex()}${this.#hex()}${this.#hex()}`,
      account: application.account,
      scopes,
      issuedMs: this.#clock.monotonicMs(),
      lifeMs: this.#settings.tokenLifeS * 1_000,
      revoked: false,
    };
    this.#tokens.set(token.value, token);
    return json({
      access_token: token.value,
      expires_in: this.#settings.tokenLifeS,
      token_type: TOKEN_TYPE,
      scope: scopes.map((product) => SCOPES[product]).join(" "),
    });
  }

  #hex(): string {
    return Math.floor(this.#random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  }

  /** Who sent `authorization`, or the 401 of spec 7: missing, invalid, expired, or without the product's scope. */
  authenticate(authorization: string | undefined, product: Product): Bearer | Answer {
    if (authorization === undefined) return unauthorized("missing-token", "the Authorization header is missing");
    const value = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    const token = value === undefined ? undefined : this.#tokens.get(value);
    if (token === undefined || token.revoked) return unauthorized("invalid-token", "the access token is invalid");
    if (this.#clock.monotonicMs() - token.issuedMs >= token.lifeMs) {
      return unauthorized("expired-token", "the access token has expired");
    }
    if (!token.scopes.includes(product)) {
      return unauthorized("insufficient-scope", `the access token lacks the scope ${SCOPES[product]}`);
    }
    return token;
  }
}

function unauthorized(slug: string, detail: string): Answer {
  return problem(401, slug, detail, { "WWW-Authenticate": "Bearer" });
}
