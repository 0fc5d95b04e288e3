import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MapCard } from "./map_scene.ts";
import { pictureIn } from "./member_card.tsx";
import type { SystemMemberView } from "./system_member_view.ts";

interface PeekProps {
  readonly card: MapCard;
  readonly view: SystemMemberView | undefined;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

const SIZE = { width: 640, height: 420 };

/** A member's picture over the map, without leaving it. */
export function Peek({ card: { title, kind }, view, onOpen, onClose }: PeekProps): VNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    const onDown = (event: Event) => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) onClose();
    };
    addEventListener("pointerdown", onDown, { capture: true });
    return () => removeEventListener("pointerdown", onDown, { capture: true });
  }, []);
  const picture = pictureIn(view?.svg, { x: 0, y: 0, ...SIZE });
  return (
    <div
      class="slc-peek"
      role="dialog"
      aria-label={`${title}, ${kind}`}
      data-canvas-chrome=""
      ref={panel}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="slc-peek-head">
        <strong>{title}</strong>
        <span class="slc-map-quiet">{view?.counts ?? kind}</span>
        <button type="button" class="slc-btn" onClick={onOpen}>Open</button>
        <button type="button" class="slc-btn" onClick={onClose}>Close</button>
      </div>
      {picture === undefined
        ? <p class="slc-map-none">{view?.problem ?? "There is no picture of it here."}</p>
        : (
          <svg
            class="slc-peek-picture"
            role="img"
            aria-label={`Picture of ${title}`}
            viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
            dangerouslySetInnerHTML={{ __html: picture }}
          />
        )}
    </div>
  );
}
