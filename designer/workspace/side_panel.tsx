import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

interface SidePanelProps {
  readonly side: "left" | "right";
  readonly title: string;
  readonly icon: IconName;
  readonly isOpen: boolean;
  readonly width: number;
  /** True where the panel lies over the canvas. */
  readonly isOver: boolean;
  readonly onToggle: () => void;
  readonly onWidth: (width: number) => void;
  readonly children: ComponentChildren;
}

/** The narrowest and the widest that a panel can be, in pixels. */
const NARROWEST = 180;
const WIDEST = 560;

/** The key that opens and closes the panel of a side. */
const KEYS = { left: "[", right: "]" } as const;

/** A panel beside the canvas: a rail when it is closed, and as wide as it was left. */
export function SidePanel(
  { side, title, icon, isOpen, width, isOver, onToggle, onWidth, children }: SidePanelProps,
) {
  const dragged = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const sign = side === "left" ? 1 : -1;
  const to = (next: number) => onWidth(Math.round(Math.min(WIDEST, Math.max(NARROWEST, next))));
  const toggle = (
    <button
      type="button"
      class="ghost icon-only"
      aria-expanded={isOpen}
      title={`${isOpen ? "Close" : "Open"} ${title.toLowerCase()} (${KEYS[side]})`}
      onClick={onToggle}
    >
      <Icon name={icon} />
      <span class="visually-hidden">{title}</span>
    </button>
  );
  if (!isOpen) return <div class={`rail ${side}`}>{toggle}</div>;
  return (
    <aside
      class={`side ${side}${isOver ? " over" : ""}`}
      aria-label={title}
      style={{ width: `${width}px` }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOver) onToggle();
      }}
    >
      <div class="side-head">
        <h2>{title}</h2>
        {toggle}
      </div>
      <div class="side-body">{children}</div>
      <div
        class="resize"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Width of ${title.toLowerCase()}`}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { x: event.clientX, width };
        }}
        onPointerMove={(event) => {
          const begin = dragged.current;
          if (begin !== undefined) to(begin.width + sign * (event.clientX - begin.x));
        }}
        onPointerUp={() => dragged.current = undefined}
        onKeyDown={(event) => {
          if (event.key === "ArrowLeft") to(width - sign * 16);
          else if (event.key === "ArrowRight") to(width + sign * 16);
        }}
      />
    </aside>
  );
}
