import type { Point, Size } from "@loom/protocol";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A row of a menu; `undefined` is a line between groups. */
export interface MenuItem {
  readonly text: string;
  /** The key that does the same. */
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly (MenuItem | undefined)[];
  readonly at: Point;
  readonly size: Size;
  readonly onClose: () => void;
}

/** A menu over the board. */
export function Menu({ label, items, at, size, onClose }: MenuProps): VNode {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  const buttons = () => [...list.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? []];
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const panel = { width: current.offsetWidth, height: current.offsetHeight };
    setPlace(placeInside({ x: at.x + panel.width / 2, y: at.y - 8 }, panel, size));
  }, [at, size]);
  useLayoutEffect(() => buttons()[0]?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const onDown = (event: Event) => {
      if (event.target instanceof Node && !list.current?.contains(event.target)) onClose();
    };
    addEventListener("pointerdown", onDown, { capture: true });
    return () => removeEventListener("pointerdown", onDown, { capture: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      return onClose();
    }
    const all = buttons();
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = event.key === "Home"
      ? 0
      : event.key === "End"
      ? all.length - 1
      : event.key === "ArrowDown"
      ? (now + 1) % all.length
      : event.key === "ArrowUp"
      ? (now - 1 + all.length) % all.length
      : undefined;
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div
      ref={list}
      class="slc-menu"
      role="menu"
      aria-label={label}
      data-canvas-chrome=""
      style={{ left: `${place.x}px`, top: `${place.y}px` }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item, index) =>
        item === undefined ? <hr key={index} class="slc-menu-line" /> : (
          <button
            key={item.text}
            type="button"
            role="menuitem"
            class="slc-menu-item"
            disabled={item.isDisabled}
            onClick={() => {
              onClose();
              item.run();
            }}
          >
            <span>{item.text}</span>
            {item.keys === undefined ? null : <kbd aria-hidden="true">{item.keys}</kbd>}
          </button>
        )
      )}
    </div>
  );
}

const MARGIN = 8;
/** Between a panel and the place that it is about. */
const GAP = 10;

/** The place of a panel for a point: below it, or above where there is no room, and always inside of the pane. */
export function placeInside(at: Point, panel: Size, pane: Size): Point {
  const below = at.y + GAP;
  const above = at.y - GAP - panel.height;
  const y = below + panel.height + MARGIN <= pane.height || above < MARGIN ? below : above;
  return {
    x: Math.max(MARGIN, Math.min(at.x - panel.width / 2, pane.width - panel.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(y, pane.height - panel.height - MARGIN)),
  };
}
