import { type Box, overlaps } from "@loom/protocol";
import { Component, type VNode } from "preact";
import type { PaneView } from "./pane.tsx";

/** A part of a board that is drawn on its own: it is left out while it is not in sight. */
export interface ScenePart {
  readonly key: string;
  readonly bounds: Box;
  /** The drawn data; the part is painted again when it is another object. */
  readonly item: object;
  readonly paint: () => string;
}

/** The parts of a board that a window shows, in the order in which they cover each other. */
export function shownParts(parts: readonly ScenePart[], { window, detail }: PaneView): VNode[] | null {
  if (detail === "far") return null;
  return parts.filter(({ bounds }) => overlaps(bounds, window)).map(({ key, item, paint }) => (
    <Part key={key} item={item} paint={paint} />
  ));
}

interface PartProps {
  readonly item: object;
  readonly paint: () => string;
  /** The way that it is moved while a drag goes on. */
  readonly by?: { readonly x: number; readonly y: number } | undefined;
  readonly group?: string | undefined;
  /** Data beside the item that it is painted from. */
  readonly isActive?: boolean | undefined;
}

/** One part of the picture, painted by what paints the files; it is painted again only when its data is another. */
export class Part extends Component<PartProps> {
  #html = "";
  #item: object | undefined;
  #isActive: boolean | undefined;

  override shouldComponentUpdate(next: PartProps): boolean {
    const { item, by, group, isActive } = this.props;
    return item !== next.item || by !== next.by || group !== next.group || isActive !== next.isActive;
  }

  override render({ item, by, group, isActive, paint }: PartProps): VNode {
    if (item !== this.#item || isActive !== this.#isActive) {
      this.#html = paint();
      this.#item = item;
      this.#isActive = isActive;
    }
    return (
      <g
        class={group || undefined}
        transform={by === undefined ? undefined : `translate(${by.x} ${by.y})`}
        dangerouslySetInnerHTML={{ __html: this.#html }}
      />
    );
  }
}
