import fc from "fast-check";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import { type Display, displayOf } from "../../src/views/charts/display.ts";
import { Answer } from "../../src/views/page/answer.tsx";
import { pictureOf } from "../../src/views/picture.ts";
import { CHARTS, EMPTY } from "./charts.ts";

const WIDTHS = [280, 320, 480, 760, 1_200];

/** Values that no member of an answer should have, and extremes of those that it may have. */
const ODD = [
  ...[null, true, "", "x", 0, -1, 1e308, -1e308, [], {}, [null], [[]]],
  ...["__proto__", "\u202e\ud800<&\"'", "9".repeat(5_000), "96799", "APO, AE"],
  ...["0001-01-01", "9999-12-31T23:59:59Z", "2026-13-45", "1970-01-01T00:00:00Z", "2026-11-28T10:00"],
];

/** An answer like `sample`: members are lost, repeated, or replaced by odd values. */
function bent(sample: unknown, share: number): fc.Arbitrary<unknown> {
  const odd = { weight: share, arbitrary: fc.constantFrom<unknown>(...ODD) };
  return fc.oneof(odd, { weight: 100, arbitrary: kept(sample, share) });
}

function kept(sample: unknown, share: number): fc.Arbitrary<unknown> {
  if (Array.isArray(sample))
    return sample.length === 0
      ? fc.constant([])
      : fc.array(fc.oneof(...sample.slice(0, 6).map((each) => bent(each, share))), { maxLength: 8 });
  if (typeof sample !== "object" || sample === null) return fc.constant(sample);
  const members = Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, bent(value, share)]));
  return share === 0 ? fc.record(members) : fc.record(members, { requiredKeys: [] });
}

/** An attribute without a value, an empty path, or a number that is none. */
const UNDRAWABLE = /<\w+(?: [\w-]+="[^"]*")* [\w-]+[ >]| d=""|="[^"]*(?:NaN|Infinity|undefined)/;

describe.each(CHARTS)("random answers with $chart", ({ chart, tool, args }) => {
  let app: App;
  let sample: { readonly structuredContent?: unknown; readonly _meta?: unknown };
  beforeAll(async () => {
    app = await createApp({ environment: {}, sandbox: true, quiet: true });
    const { signal } = new AbortController();
    const result = await (await app.catalogue()).call(tool, args, { signal, drawsViews: true });
    sample = "noSuchTool" in result ? {} : result;
  });
  afterAll(() => app.close());

  test.each([0, 4, 40])("are drawn at each width if %d members of 100 are odd", (share) => {
    const content = fc.oneof(
      { weight: 1, arbitrary: fc.constant({ ...Object(sample.structuredContent), ...EMPTY }) },
      { weight: 9, arbitrary: kept(sample.structuredContent, share) },
    );
    fc.assert(
      fc.property(content, fc.constantFrom(...WIDTHS), fc.nat(5), (structuredContent, width, chosen) => {
        const display = displayOf(chart, structuredContent, sample._meta);
        if (display === undefined) return;
        for (const styles of [display.styles, new Map()]) {
          const { shapes, height, spots } = display.draw({ width, styles, chosen });
          expect(renderToString(h("svg", { height }, shapes))).not.toMatch(UNDRAWABLE);
          expect(JSON.stringify(spots)).not.toMatch(/null|NaN/);
        }
        const state = { result: { structuredContent, content: [{ text: "words" }] }, context: {} };
        expect(renderToString(h(Answer, { state, width }))).toContain("<h1>");
      }),
      { seed: 49, numRuns: 60 },
    );
  });

  test("have the same words without _meta, and an empty state", () => {
    const told = (answer: unknown, meta?: unknown) => {
      const { draw, styles } = displayOf(chart, answer, meta) as Display;
      const drawn = renderToString(h("svg", {}, draw({ width: 760, styles, chosen: 0 }).shapes));
      return drawn.match(/[^<>]+(?=<\/text>)/g);
    };
    const { structuredContent, _meta } = sample;
    if (chart !== "alerts") expect(told(structuredContent)).toEqual(told(structuredContent, _meta));
    expect(told({ answer: "Nothing is there.", ...EMPTY })).toContain("Nothing to draw");
  });

  test("have a PNG", async () => {
    await fc.assert(
      fc.asyncProperty(kept(sample.structuredContent, 8), async (structuredContent) => {
        if (displayOf(chart, structuredContent, sample._meta) === undefined) return;
        expect(await pictureOf(chart, structuredContent, sample._meta)).toHaveProperty("png");
      }),
      { seed: 49, numRuns: 15 },
    );
  });
});
