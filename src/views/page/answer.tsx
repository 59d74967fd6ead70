import { useMemo, useState } from "preact/hooks";
import { textOf } from "../../domain/record.ts";
import { type Display, displayOf } from "../charts/display.ts";
import { recordsOf } from "../charts/json.ts";
import { marks } from "../marks/mark.ts";
import { Chart } from "./chart.tsx";
import type { HostState } from "./host.ts";

/** A tool's result, drawn by its chart, or in words if there is nothing to draw. */
export function Answer({ state: { result, isCancelled }, width }: { state: HostState; width: number }) {
  const display = useMemo(() => result && displayOf(result["structuredContent"], result["_meta"]), [result]);
  const texts = recordsOf(result?.["content"]).map(({ text }) => textOf(text));
  const words = texts.join("\n");
  const isError = result?.["isError"] === true;
  if (display !== undefined && !isError) return <Picture key={result} display={display} words={words} width={width} />;
  const unanswered = isCancelled ? "The question was cancelled." : "Waiting for the answer …";
  const title = isError ? "No answer" : "Nothing to draw";
  return (
    <div role="status" class={isError ? "message alarm" : "message"}>
      <h1>{result === undefined ? unanswered : title}</h1>
      {words && <p>{words}</p>}
    </div>
  );
}

/** The drawing between the title and the tool's own words. Nothing here calls a tool, because a call bills. */
function Picture({ display, words, width }: { display: Display; words: string; width: number }) {
  const { warning, title, legend, styles, choice, remarks, source } = display;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const canvas = useMemo(() => {
    return { width, chosen, styles: new Map([...styles].filter(([name]) => !hidden.includes(name))) };
  }, [width, chosen, styles, hidden]);
  const toggle = (name: string): void =>
    setHidden(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]);
  return (
    <>
      {warning && <p class="warning">{warning}</p>}
      <h1>{title}</h1>
      <div class="controls">
        <div class="legend">
          {legend.map(({ heading, names, counts }) => (
            <fieldset key={heading}>
              <legend>{heading}</legend>
              {names.map((name) => (
                <button key={name} type="button" aria-pressed={!hidden.includes(name)} onClick={() => toggle(name)}>
                  <svg class="drawing" aria-hidden="true" width="18" height="18">
                    {marks(styles.get(name), [[9, 9]], 6)}
                  </svg>
                  {name} <b>{counts?.get(name)}</b>
                </button>
              ))}
            </fieldset>
          ))}
        </div>
        {choice && choice.options.length > 1 && (
          <label>
            {choice.heading}
            <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.selectedIndex)}>
              {choice.options.map((option, index) => (
                <option key={option} value={index}>
                  {option}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div class="picture">
        <Chart display={display} canvas={canvas} />
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
