import type { Face } from "../faces/face.ts";
import { marks } from "../marks/mark.ts";
import type { Theme } from "../marks/theme.ts";
import { nodesOf } from "./svg.ts";

interface ControlsProps {
  readonly face: Face;
  readonly theme: Theme;
  readonly hidden: ReadonlySet<string>;
  readonly chosen: number;
  onToggle(name: string): void;
  onChoose(option: number): void;
}

/** The legend, whose names can be switched off, and the alternatives of the drawing. Nothing here calls a tool. */
export function Controls({ face, theme, hidden, chosen, onToggle, onChoose }: ControlsProps) {
  return (
    <div class="controls">
      {face.legend.map(({ heading, entries }) =>
        entries.length === 0 ? null : (
          <fieldset key={heading}>
            <legend>{heading}</legend>
            {entries.map(({ name, style, count }) => (
              <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => onToggle(name)}>
                <span class="chip">
                  <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18">
                    {nodesOf(marks(style, [[9, 9]], 6, theme))}
                  </svg>
                  {name}
                  {count === undefined ? null : <b>{count}</b>}
                </span>
              </button>
            ))}
          </fieldset>
        ),
      )}
      {face.choice === undefined || face.choice.options.length < 2 ? null : (
        <label>
          {face.choice.heading}
          <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.selectedIndex)}>
            {face.choice.options.map((option, index) => (
              <option key={option} value={index}>
                {option}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
