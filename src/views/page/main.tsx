import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { DARK, FORCED, LIGHT, type Theme } from "../marks/theme.ts";
import { Answer } from "./answer.tsx";
import { connectToHost, type Told } from "./host.ts";

/** Hosts give an inline frame no more room than this. */
const MAX_HEIGHT = 500;
const MIN_WIDTH = 280;
/** As in the style sheet. */
const PADDING = 4;
const PREFERS_DARK = matchMedia("(prefers-color-scheme: dark)");
const HAS_FORCED_COLOURS = matchMedia("(forced-colors: active)");

/** The whole page. Inline it is at most 500 px tall and scrolls within. */
function Page({ result, isCancelled = false, context }: Told) {
  const main = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = main.current as HTMLElement;
    const observer = new ResizeObserver(() => {
      const drawn = element.getBoundingClientRect();
      setWidth(Math.max(Math.floor(element.clientWidth) - 2 * PADDING, MIN_WIDTH));
      resized(Math.ceil(drawn.width), Math.ceil(drawn.height));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isDark = context["theme"] === "dark" || (context["theme"] !== "light" && PREFERS_DARK.matches);
  // A frame with another scheme than its host gets an opaque ground.
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  const theme: Theme = HAS_FORCED_COLOURS.matches ? FORCED : isDark ? DARK : LIGHT;
  const colours = Object.fromEntries(Object.entries(theme).map(([name, colour]) => [`--${name}`, colour]));
  const maxHeight = context["displayMode"] === "fullscreen" ? "none" : `${MAX_HEIGHT}px`;
  return (
    <main ref={main} style={{ ...colours, maxHeight }}>
      {width === 0 ? null : <Answer result={result} isCancelled={isCancelled} theme={theme} width={width} />}
    </main>
  );
}

let told: Told = { context: {} };

function show(news: Told): void {
  told = news;
  render(<Page {...told} />, document.body);
}

const resized = connectToHost(window.parent, show);
show(told);
for (const query of [PREFERS_DARK, HAS_FORCED_COLOURS]) query.addEventListener("change", () => show(told));
