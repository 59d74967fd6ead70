import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Answer } from "./answer.tsx";
import { connectToHost, type HostState } from "./host.ts";

/** Hosts give an inline frame at most this height. */
const MAX_HEIGHT = 500;
const MIN_WIDTH = 280;
/** From this width on, the drawing leaves room beside it for the remarks. */
const WIDE = 900;

/** The whole page. Inline, it is at most 500 px tall and scrolls. */
function Page(state: HostState) {
  const main = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = main.current as HTMLElement;
    const observer = new ResizeObserver(([entry]) => {
      const drawn = element.getBoundingClientRect();
      const room = entry?.contentRect.width ?? 0;
      setWidth(Math.max(Math.floor(room < WIDE ? room : room * 0.74), MIN_WIDTH));
      resized(Math.ceil(drawn.width), Math.ceil(drawn.height));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { theme, displayMode } = state.context as { readonly theme?: unknown; readonly displayMode?: unknown };
  // Browsers give a frame an opaque background if its colour scheme differs from the host's.
  document.documentElement.style.colorScheme = theme === "dark" || theme === "light" ? theme : "light dark";
  return (
    <main ref={main} style={{ maxHeight: displayMode === "fullscreen" ? "none" : `${MAX_HEIGHT}px` }}>
      {width === 0 ? null : <Answer key={state.result} state={state} width={width} />}
    </main>
  );
}

const resized = connectToHost(window.parent, (state) => render(<Page {...state} />, document.body));
