import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { faceOf } from "../faces/choose.ts";
import type { Face } from "../faces/face.ts";
import { shortHeadline } from "../faces/headline.ts";
import { type Json, membersOf, recordsOf } from "../faces/json.ts";
import { DARK, LIGHT, type Theme } from "../marks/theme.ts";
import { Chart } from "./chart.tsx";
import { Controls } from "./controls.tsx";

/** What the host has said so far. */
export interface Told {
  readonly result?: Json;
  readonly isCancelled?: boolean;
  readonly context: Json;
}

interface PageProps extends Told {
  /** Tells the host how large the page is. */
  resized(width: number, height: number): void;
}

/** Hosts give an inline frame no more room than this. */
const MAX_HEIGHT = 500;
const MIN_WIDTH = 280;
/** As in the style sheet. */
const PADDING = 4;

/** The whole page. Inline it is at most 500 px tall and scrolls within. */
export function Page({ result, isCancelled = false, context, resized }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = main.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setWidth(Math.max(Math.floor(element.clientWidth) - 2 * PADDING, MIN_WIDTH));
      resized(Math.ceil(element.getBoundingClientRect().width), Math.ceil(element.getBoundingClientRect().height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [resized]);
  const theme = themeOf(context);
  useLayoutEffect(() => {
    // A frame with another scheme than its host gets an opaque ground.
    document.documentElement.style.colorScheme = theme === DARK ? "dark" : "light";
  }, [theme]);
  const maxHeight = context["displayMode"] === "fullscreen" ? "none" : `${MAX_HEIGHT}px`;
  return (
    <main ref={main} style={{ ...variables(theme), maxHeight }}>
      {width === 0 ? null : <AnswerBody result={result} isCancelled={isCancelled} theme={theme} width={width} />}
    </main>
  );
}

interface AnswerProps {
  readonly result: Json | undefined;
  readonly isCancelled: boolean;
  readonly theme: Theme;
  readonly width: number;
}

function AnswerBody({ result, isCancelled, theme, width }: AnswerProps) {
  const face = useMemo(() => result && faceOf(result["structuredContent"], result["_meta"]), [result]);
  if (result === undefined)
    return <MessageLine title={isCancelled ? "The question was cancelled." : "Waiting for the answer …"} />;
  if (result["isError"] === true) return <MessageLine title="No answer" text={wordsOf(result)} isAlarm />;
  if (face === undefined) return <MessageLine title="Nothing to draw" text={wordsOf(result)} />;
  return (
    <FacePicture
      key={result}
      face={face}
      answer={membersOf(result["structuredContent"])}
      text={wordsOf(result)}
      theme={theme}
      width={width}
    />
  );
}

function wordsOf(result: Json): string {
  return recordsOf(result["content"])
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("\n");
}

function MessageLine({
  title,
  text = "",
  isAlarm = false,
}: {
  readonly title: string;
  readonly text?: string;
  readonly isAlarm?: boolean;
}) {
  return (
    <div role="status" class={isAlarm ? "message alarm" : "message"}>
      <h1>{title}</h1>
      {text === "" ? null : <p>{text}</p>}
    </div>
  );
}

interface PictureProps {
  readonly face: Face;
  readonly answer: Json;
  /** The tool's text. */
  readonly text: string;
  readonly theme: Theme;
  readonly width: number;
}

function FacePicture({ face, answer, text, theme, width }: PictureProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(0);
  const canvas = useMemo(() => ({ width, theme, hidden, chosen }), [width, theme, hidden, chosen]);
  const { warning, title, source } = shortHeadline(answer, width < 480 ? 110 : 200);
  const finding = face.title ?? title;
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <>
      {warning === "" ? null : <p class="warning">{warning}</p>}
      <h1>{finding}</h1>
      <Controls face={face} theme={theme} hidden={hidden} chosen={chosen} onToggle={toggle} onChoose={setChosen} />
      <Chart face={face} canvas={canvas} title={finding} />
      {face.remarks
        .filter((remark) => remark !== "")
        .map((remark) => (
          <p key={remark} class="soft">
            {remark}
          </p>
        ))}
      <details>
        <summary>
          In words <span class="soft">{source}</span>
        </summary>
        <p class="text">{text}</p>
      </details>
    </>
  );
}

function themeOf(context: Json): Theme {
  const told = context["theme"];
  if (told === "dark" || told === "light") return told === "dark" ? DARK : LIGHT;
  return matchMedia("(prefers-color-scheme: dark)").matches ? DARK : LIGHT;
}

/** The theme for the style sheet. */
function variables(theme: Theme): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(theme).map(([name, colour]) => [`--${name}`, colour as string]));
}
