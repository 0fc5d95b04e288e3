import { type Box, overlaps, type Point } from "@loom/protocol";
import { Component, createRef, type VNode } from "preact";
import type { PaneView } from "./pane.tsx";

/** A part of a board that is drawn on its own: it is left out while it is not in sight. */
export interface ScenePart {
  readonly key: string;
  readonly bounds: Box;
  /** The drawn data; the part is painted again when it is another object. */
  readonly item: object;
  readonly paint: () => string;
  /** The entities that it moves with. Default: it stays. */
  readonly entities?: readonly string[];
}

/** The parts of a board that a window shows, in the order in which they cover each other. */
export function shownParts(
  parts: readonly ScenePart[],
  { window, detail }: PaneView,
  isDragged: boolean = false,
): VNode[] | null {
  if (detail === "far") return null;
  return parts.filter(({ bounds }) => overlaps(bounds, window)).map(({ key, item, paint, bounds }) => (
    <Part key={key} item={item} paint={paint} box={bounds} isDragged={isDragged} />
  ));
}

interface PartProps {
  readonly item: object;
  readonly paint: () => string;
  /** Its place: to another one it glides. A part without one fades in when it is another. */
  readonly box?: Box | undefined;
  /** The way that it is moved while a drag goes on. */
  readonly by?: Point | undefined;
  /** True while a drag changes it: it follows without animation. */
  readonly isDragged?: boolean | undefined;
  readonly group?: string | undefined;
  /** Data beside the item that it is painted from. */
  readonly isActive?: boolean | undefined;
}

/** The movement of a part to its new place. */
const GLIDE: KeyframeAnimationOptions = { duration: 160, easing: "ease-out" };

/** One part of the picture, painted as in files, and again only when its data is another. */
export class Part extends Component<PartProps> {
  readonly #element = createRef<SVGGElement>();
  #html = "";
  #written = "";
  #hasChanged = false;
  #item: object | undefined;
  #isActive: boolean | undefined;

  override shouldComponentUpdate(next: PartProps): boolean {
    const { item, by, group, isActive } = this.props;
    return item !== next.item || by !== next.by || group !== next.group || isActive !== next.isActive;
  }

  override componentDidMount(): void {
    this.#write();
  }

  override componentDidUpdate({ item, box, by, isDragged }: PartProps): void {
    this.#write();
    const now = this.props;
    if (!this.#hasChanged || item === now.item || isDragged || now.isDragged) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (!box || !now.box) return void this.#element.current?.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
    const [x, y] = [box.x + (by?.x ?? 0) - now.box.x, box.y + (by?.y ?? 0) - now.box.y];
    if (Math.abs(x) + Math.abs(y) < 1) return;
    this.#element.current?.animate([{ transform: `translate(${x}px,${y}px)` }, { transform: "none" }], GLIDE);
  }

  override render({ item, by, group, isActive, paint }: PartProps): VNode {
    this.#hasChanged = false;
    if (item !== this.#item || isActive !== this.#isActive) {
      const html = paint();
      this.#hasChanged = html !== this.#html && isActive === this.#isActive;
      this.#html = html;
      this.#item = item;
      this.#isActive = isActive;
    }
    return (
      <g
        ref={this.#element}
        class={group || undefined}
        transform={by === undefined ? undefined : `translate(${by.x} ${by.y})`}
      />
    );
  }

  /** Writes the elements where they differ. Preact would read them as text first, which takes longer than to write them. */
  #write(): void {
    const element = this.#element.current;
    if (element === null || this.#html === this.#written) return;
    element.innerHTML = this.#html;
    this.#written = this.#html;
  }
}
