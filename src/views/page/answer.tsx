import { useErrorBoundary, useMemo, useState } from "preact/hooks";
import { textOf } from "../../domain/record.ts";
import type { ChartName } from "../../domain/tool-list.ts";
import { displayOf } from "../charts/display.ts";
import { type Json, recordsOf } from "../charts/json.ts";
import { marks } from "../marks/mark.ts";
import { Chart } from "./chart.tsx";
import type { HostState } from "./host.ts";

/** The server writes the name of the tool's chart into the page. */
const CHART = globalThis.document?.documentElement.dataset["chart"] as ChartName | undefined;

export function Answer({ state: { result, isCancelled }, width }: { state: HostState; width: number }) {
  const [hasFailed, setFailed] = useState(false);
  useErrorBoundary(() => setFailed(true));
  if (result === undefined)
    return <Message title={isCancelled ? "The question was cancelled." : "Waiting for the answer …"} />;
  const texts = recordsOf(result["content"]).map(({ text }) => textOf(text));
  const words = texts.join("\n");
  if (result["isError"] === true) return <Message title="No answer" words={words} look="alarm" />;
  if (hasFailed) return <Message title="No picture: drawing it failed" words={words} />;
  return <Picture result={result} words={words} width={width} />;
}

function Message({ title, words = "", look = "" }: { title: string; words?: string; look?: string }) {
  return (
    <div role="status" class={`message ${look}`}>
      <h1>{title}</h1>
      {words && <p>{words}</p>}
    </div>
  );
}

/** Nothing here calls a tool, because a call bills. */
function Picture({ result, words, width }: { result: Json; words: string; width: number }) {
  const display = useMemo(() => displayOf(CHART, result["structuredContent"], result["_meta"]), [result]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const canvas = useMemo(() => {
    const shown = [...(display?.styles ?? [])].filter(([name]) => !hidden.includes(name));
    return { width, chosen, styles: new Map(shown) };
  }, [width, chosen, display, hidden]);
  if (display === undefined) return <Message title="Nothing to draw" words={words} />;
  const { warning, title, legend, styles, remarks, source } = display;
  const toggle = (name: string): void =>
    setHidden(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]);
  return (
    <>
      {warning && <p class="warning">{warning}</p>}
      <h1>{title}</h1>
      {legend.names.length > 0 && (
        <fieldset>
          <legend>{legend.heading}</legend>
          {legend.names.map((name) => (
            <button key={name} type="button" aria-pressed={!hidden.includes(name)} onClick={() => toggle(name)}>
              <svg class="drawing" aria-hidden="true" width="18" height="18">
                {marks(styles.get(name), [[9, 9]], 6)}
              </svg>
              {name} <b>{legend.counts?.get(name)}</b>
            </button>
          ))}
        </fieldset>
      )}
      {hidden.length > 0 && <p class="warning">Hidden: {hidden.join(", ")}.</p>}
      <div class="picture">
        <Chart display={display} canvas={canvas} choose={setChosen} />
        <div class="remarks">
          {remarks.map((remark) => (
            <p key={remark} class="soft">
              {remark}
            </p>
          ))}
        </div>
      </div>
      <details>
        <summary>
          In words <span class="soft">{source}</span>
        </summary>
        <p class="text">{words}</p>
      </details>
    </>
  );
}
