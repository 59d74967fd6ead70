import { h, type VNode } from "preact";
import type { Shape } from "../marks/shape.ts";

/** Shapes as elements of the page. Texts become text nodes, never markup. */
export function nodesOf(shapes: readonly Shape[]): readonly VNode[] {
  return shapes.map(({ tag, props, children = "" }) =>
    h(tag, props, typeof children === "string" ? children : nodesOf(children)),
  );
}
