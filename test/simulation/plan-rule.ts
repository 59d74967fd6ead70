/** A `POST /shipments`, as the service saw it. */
export interface Post {
  /** What it asks for. Equal requests have the same text. */
  readonly plan: string;
  readonly isForced: boolean;
  /** True if the service answered that it made no plan. */
  readonly isRefused: boolean;
  readonly arrivedMs: number;
  /** When the service answers, if it does. */
  readonly answeredMs?: number;
  /** The id of the plan that the service made, if it made one. */
  readonly shipmentId?: string;
}

/** One plan of a call of plan_shipment, as its client saw it. */
export interface Asked {
  readonly plan: string;
  readonly principal: string;
  readonly isForced: boolean;
  readonly startedMs: number;
  readonly endedMs: number;
  /** `made`, `same`, the kind of a failure, or `left` if the client cancelled the call. */
  readonly outcome: string;
  /** The id of the plan that the answer tells. */
  readonly shipmentId?: string;
}

type Rule = (posts: readonly Post[], asked: readonly Asked[]) => string | undefined;

/** The first breach of G-plans in what became of one schedule; undefined if there is none. */
export function breachOf(posts: readonly Post[], asked: readonly Asked[]): string | undefined {
  const plans = new Set([...posts, ...asked].map(({ plan }) => plan));
  for (const plan of plans) {
    const of = { posts: posts.filter((post) => post.plan === plan), asked: asked.filter((one) => one.plan === plan) };
    const breach = RULES.map((rule) => rule(of.posts, of.asked)).find((found) => found !== undefined);
    if (breach !== undefined) return `${plan}: ${breach}\n${JSON.stringify(of)}`;
  }
  return undefined;
}

/** Each principal's first request is sent, and each forced one. The service sees no principals. */
const isSentOnce: Rule = (posts, asked) => {
  const kept = posts.filter(({ isRefused }) => !isRefused);
  const principals = new Set(asked.map(({ principal }) => principal));
  const forced = asked.filter(({ isForced }) => isForced);
  if (kept.length > principals.size + forced.length) return `${kept.length} plans are made`;
  const again = kept.slice(1).find(({ isForced }) => !isForced);
  return principals.size === 1 && again ? "a plan is made again, though nobody forced it" : undefined;
};

const isJoinedWhileUnderWay: Rule = (posts, asked) => {
  const isLost = asked.some(({ outcome }) => outcome === "outcome_unknown");
  if (isLost || new Set(asked.map(({ principal }) => principal)).size > 1) return undefined;
  const kept = posts.filter(({ isRefused }) => !isRefused);
  const beside = kept.find((post, at) => post.arrivedMs < (kept[at - 1]?.answeredMs ?? 0));
  return beside && "a plan is sent while an equal one is under way";
};

/** The outcomes of a call for which nothing need be sent. */
const UNSENT: ReadonlySet<string> = new Set(["left", "timeout", "rate_limited"]);

/** Nobody gets the plan of another request, and nobody is told of a plan that was not sent. */
const isNeverWithheld: Rule = (posts, asked) => {
  const ids = new Set(posts.map(({ shipmentId }) => shipmentId));
  const makers = asked.filter(({ outcome }) => outcome === "made").map(({ shipmentId }) => shipmentId);
  if (new Set(makers).size < makers.length) return "two calls say that they made the same plan";
  for (const { outcome, shipmentId, principal } of asked) {
    if (shipmentId !== undefined && !ids.has(shipmentId)) return "a call gets the plan of another request";
    const isShared = asked.some((other) => other.shipmentId === shipmentId && other.principal !== principal);
    if (shipmentId !== undefined && isShared) return "two principals get the same plan";
    if (posts.length === 0 && !UNSENT.has(outcome)) return `a call ends as ${outcome}, and nothing was sent`;
  }
  return undefined;
};

/** A forced call that comes when nothing is under way sends its own request. The plan of a call that its client left goes on. */
const isMadeAnewIfForced: Rule = (posts, asked) => {
  const isAlone = ({ startedMs }: Asked) =>
    asked.every((other) => other.startedMs >= startedMs || (other.endedMs < startedMs && other.outcome !== "left"));
  const forced = asked.filter((one) => one.isForced && !UNSENT.has(one.outcome) && isAlone(one));
  const unsent = forced.find(({ startedMs }) => posts.every(({ arrivedMs }) => arrivedMs < startedMs));
  return unsent && "a forced call sends nothing";
};

const RULES: readonly Rule[] = [isSentOnce, isJoinedWhileUnderWay, isNeverWithheld, isMadeAnewIfForced];
