/**
 * The colours of a drawing, literal: what renders the PNG knows neither variables nor `currentColor`. The page is
 * transparent, so `ground` is the host's.
 */
export interface Theme {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly land: string;
  readonly ground: string;
  readonly chosen: string;
  /** Draws the eye: late, overdue, in part. */
  readonly alarm: string;
}

export const LIGHT: Theme = {
  ink: "#1a1c1e",
  soft: "#54595f",
  line: "#b4bac1",
  land: "#edf0f3",
  ground: "#ffffff",
  chosen: "#e4ecf6",
  alarm: "#a8200d",
};

export const DARK: Theme = {
  ink: "#f1f3f5",
  soft: "#b9bfc6",
  line: "#5d646c",
  land: "#2c3136",
  ground: "#1b1d20",
  chosen: "#2b3a4d",
  alarm: "#ff9a85",
};

/** For forced colours: all but the marks is drawn in the person's own. */
export const FORCED: Theme = {
  ink: "CanvasText",
  soft: "CanvasText",
  line: "GrayText",
  land: "Canvas",
  ground: "Canvas",
  chosen: "Canvas",
  alarm: "CanvasText",
};
