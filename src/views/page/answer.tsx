import { useMemo, useState } from "preact/hooks";
import { faceOf } from "../faces/choose.ts";
import type { Face } from "../faces/face.ts";
import { shortHeadline } from "../faces/headline.ts";
import { type Json, membersOf, recordsOf } from "../faces/json.ts";
import { marks } from "../marks/mark.ts";
import type { Theme } from "../marks/theme.ts";
import { Chart, nodesOf } from "./chart.tsx";

interface AnswerProps {
  readonly result: Json | undefined;
  readonly isCancelled: boolean;
  readonly theme: Theme;
  readonly width: number;
}

/** A tool's result as its face draws it; words where there is nothing to draw. */
export function Answer({ result, isCancelled, theme, width }: AnswerProps) {
  const face = useMemo(() => result && faceOf(result["structuredContent"], result["_meta"]), [result]);
  if (result === undefined)
    return <Message title={isCancelled ? "The question was cancelled." : "Waiting for the answer …"} />;
  if (result["isError"] === true) return <Message title="No answer" text={wordsOf(result)} kind="message alarm" />;
  if (face === undefined) return <Message title="Nothing to draw" text={wordsOf(result)} />;
  return <Picture key={result} face={face} result={result} theme={theme} width={width} />;
}

function wordsOf(result: Json): string {
  const texts = recordsOf(result["content"]).map(({ text }) => (typeof text === "string" ? text : ""));
  return texts.join("\n");
}

function Message({ title, text = "", kind = "message" }: { title: string; text?: string; kind?: string }) {
  return (
    <div role="status" class={kind}>
      <h1>{title}</h1>
      {text === "" ? null : <p>{text}</p>}
    </div>
  );
}

/** The drawing between the finding and the tool's own words. Nothing here calls a tool: a call bills. */
function Picture({ face, result, theme, width }: Omit<AnswerProps, "isCancelled"> & { face: Face; result: Json }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(0);
  const canvas = useMemo(() => ({ width, theme, hidden, chosen }), [width, theme, hidden, chosen]);
  const { warning, title, source } = shortHeadline(membersOf(result["structuredContent"]), width < 480 ? 140 : 200);
  const finding = face.title ?? title;
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const { heading, options } = face.choice ?? { heading: "", options: [] };
  return (
    <>
      {warning === "" ? null : <p class="warning">{warning}</p>}
      <h1>{finding}</h1>
      <div class="controls">
        {face.legend.map((group) => (
          <fieldset key={group.heading}>
            <legend>{group.heading}</legend>
            {group.entries.map(({ name, style, count }) => (
              <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
                <span class="chip">
                  <svg aria-hidden="true" width="18" height="18">
                    {nodesOf(marks(style, [[9, 9]], 6, theme))}
                  </svg>
                  {name}
                  {count === undefined ? null : <b>{count}</b>}
                </span>
              </button>
            ))}
          </fieldset>
        ))}
        {options.length < 2 ? null : (
          <label>
            {heading}
            <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.selectedIndex)}>
              {options.map((option, index) => (
                <option key={option} value={index}>
                  {option}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Chart face={face} canvas={canvas} title={finding} />
      {face.remarks.map((remark) => (
        <p key={remark} class="soft">
          {remark}
        </p>
      ))}
      <details>
        <summary>
          In words <span class="soft">{source}</span>
        </summary>
        <p class="text">{wordsOf(result)}</p>
      </details>
    </>
  );
}
