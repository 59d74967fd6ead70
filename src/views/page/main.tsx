import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { listOf, membersOf, numberOf, shownText } from "../charts/json.ts";
import { Answer } from "./answer.tsx";
import { connectToHost, type HostState } from "./host.ts";

/** The height of an inline page, unless its host allows less. */
const MAX_HEIGHT = 500;
const MIN_WIDTH = 280;
/** From this width on, the drawing leaves room beside it for the remarks. */
const WIDE = 900;

function Page(state: HostState) {
  const main = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = main.current as HTMLElement;
    const observer = new ResizeObserver(([entry]) => {
      const drawn = element.getBoundingClientRect();
      const room = entry?.contentRect.width ?? 0;
      setWidth(Math.max(Math.floor(room < WIDE ? room : room * 0.74), MIN_WIDTH));
      host.resized(Math.ceil(drawn.width), Math.ceil(drawn.height));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { theme, displayMode, availableDisplayModes, containerDimensions, styles } = state.context;
  // Browsers give a frame an opaque background if its colour scheme differs from the host's.
  document.documentElement.style.colorScheme = theme === "dark" || theme === "light" ? theme : "light dark";
  for (const [name, value] of Object.entries(membersOf(membersOf(styles)["variables"])))
    if (name.startsWith("--")) document.documentElement.style.setProperty(name, shownText(value, 200));
  const isFull = displayMode === "fullscreen";
  const { height, maxHeight } = membersOf(containerDimensions);
  const allowed = Math.min(numberOf(height) ?? numberOf(maxHeight) ?? MAX_HEIGHT, MAX_HEIGHT);
  return (
    <main ref={main} style={{ "--allowed-height": isFull ? "none" : `${allowed}px` }}>
      {listOf(availableDisplayModes).includes("fullscreen") && (
        <button class="mode" type="button" onClick={() => host.askFor(isFull ? "inline" : "fullscreen")}>
          {isFull ? "Leave full screen" : "Full screen"}
        </button>
      )}
      {width === 0 ? null : <Answer key={state.result} state={state} width={width} />}
    </main>
  );
}

const host = connectToHost(window.parent, (state) => render(<Page {...state} />, document.body));
