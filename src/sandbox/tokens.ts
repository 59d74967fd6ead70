import { z } from "zod";
import type { Clock } from "../runtime/clock.ts";
import { json, problem, type ServiceAnswer } from "./answer.ts";
import { check, invalid } from "./check.ts";
import type { Application, Product, SandboxSettings } from "./settings.ts";
import { PRODUCT_SCOPES, TOKEN_TYPE } from "./world/invented.ts";
import { type Random, seededRandom } from "./world/random.ts";

interface IssuedToken {
  readonly value: string;
  readonly account: string;
  readonly scopes: readonly Product[];
  readonly expiresMs: number;
  revoked: boolean;
}

/** The body of the token exchange (service.md 4.1). */
const GRANT = z.strictObject({
  grant_type: z.literal("client_credentials"),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  audience: z.string().optional(),
});

/** The identity provider: issues tokens (service.md 4.1, 5) and recognizes them again. */
export class TokenIssuer {
  readonly #clock: Clock;
  readonly #settings: SandboxSettings;
  readonly #random: Random;
  readonly #tokens = new Map<string, IssuedToken>();

  constructor(clock: Clock, settings: SandboxSettings, seed: number) {
    this.#clock = clock;
    this.#settings = settings;
    this.#random = seededRandom(seed, "tokens");
  }

  /** Every token issued so far, oldest first. */
  get issued(): readonly string[] {
    return [...this.#tokens.keys()];
  }

  /** The number of a token, counted from 1; 0 if it is not ours. */
  numberOf(token: string): number {
    return this.issued.indexOf(token) + 1;
  }

  revokeAll(): void {
    for (const token of this.#tokens.values()) token.revoked = true;
  }

  /** Answers the token exchange; `body` is the posted JSON, parsed. */
  exchange(body: unknown): ServiceAnswer {
    const read = check(GRANT, body);
    if ("refusal" in read) return read.refusal;
    const { client_id, client_secret, audience } = read.value;
    if (audience !== undefined && audience !== this.#settings.audience) return invalid("audience", "is not known");
    const application = this.#settings.applications.find(
      (each) => each.clientId === client_id && each.clientSecret === client_secret,
    );
    if (application === undefined) return problem(401, "invalid-client", "client_id or client_secret is wrong");
    return this.#issue(application, audience !== undefined);
  }

  #issue(application: Application, hasAudience: boolean): ServiceAnswer {
    // Spec 5.5: the audience has a default only for package lookup.
    const scopes = this.#settings.scopes.filter((product) => hasAudience || product === "tracking");
    const number = this.#tokens.size + 1;
    const token: IssuedToken = {
      value: `sandbox-token-${number}-${this.#random().toString(16).slice(2)}`,
      account: application.account,
      scopes,
      expiresMs: this.#clock.monotonicMs() + this.#settings.tokenLifeS * 1_000,
      revoked: false,
    };
    this.#tokens.set(token.value, token);
    return json({
      access_token: token.value,
      expires_in: this.#settings.tokenLifeS,
      token_type: TOKEN_TYPE,
      scope: scopes.map((product) => PRODUCT_SCOPES[product]).join(" "),
    });
  }

  /** The bearer's account, or the 401 of service.md 7: missing, invalid, expired, or without the product's scope. */
  authenticate(authorization: string | undefined, product: Product): Pick<IssuedToken, "account"> | ServiceAnswer {
    if (authorization === undefined) return unauthorized("missing-token", "the Authorization header is missing");
    const value = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    const token = value === undefined ? undefined : this.#tokens.get(value);
    if (token === undefined || token.revoked) return unauthorized("invalid-token", "the access token is invalid");
    if (this.#clock.monotonicMs() >= token.expiresMs) {
      return unauthorized("expired-token", "the access token has expired");
    }
    if (!token.scopes.includes(product)) {
      return unauthorized("insufficient-scope", `the access token lacks the scope ${PRODUCT_SCOPES[product]}`);
    }
    return token;
  }
}

function unauthorized(slug: string, detail: string): ServiceAnswer {
  return problem(401, slug, detail, { "WWW-Authenticate": "Bearer" });
}
