import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The heights at which a sheet rests, as parts of the window. */
const STOPS = [0.22, 0.5, 0.92] as const;

/** Pixels of a press that is no drag, and of a drag down that closes the lowest stop. */
const TAP = 6;
const CLOSING = 80;

/** A panel at the bottom of a phone, with three stops: it is dragged, or tapped for the next one. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const [stop, setStop] = useState(1);
  const [pulled, setPulled] = useState(0);
  const begin = useRef<number | undefined>(undefined);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => setStop((now) => Math.max(now, 1)), [title]);
  // The keyboard of a phone takes height from the window: the field that it is for stays in sight.
  useEffect(() => {
    const stay = () => body.current?.querySelector(":focus")?.scrollIntoView({ block: "nearest" });
    addEventListener("resize", stay);
    return () => removeEventListener("resize", stay);
  }, []);
  const height = `calc(${(STOPS[stop] ?? 0.5) * 100}dvh + ${-pulled}px)`;
  const release = () => {
    const start = begin.current;
    begin.current = undefined;
    if (start === undefined) return;
    setPulled(0);
    if (Math.abs(pulled) < TAP) return setStop((stop + 1) % STOPS.length);
    if (stop === 0 && pulled > CLOSING / 2) return onClose();
    const wanted = (STOPS[stop] ?? 0.5) - pulled / innerHeight;
    if (wanted < STOPS[0] - CLOSING / innerHeight) return onClose();
    setStop(nearest(wanted));
  };
  return (
    <section
      class="sheet"
      aria-label={title}
      style={{ height }}
      data-stop={["peek", "half", "full"][stop]}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div
        class="sheet-head"
        onPointerDown={(event) => {
          if (event.target instanceof Element && event.target.closest("button.close")) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          begin.current = event.clientY;
        }}
        onPointerMove={(event) => {
          if (begin.current !== undefined) setPulled(event.clientY - begin.current);
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          begin.current = undefined;
          setPulled(0);
        }}
      >
        <button
          type="button"
          class="grip"
          aria-label={`Height of ${title.toLowerCase()}`}
          onClick={({ detail }) => detail === 0 && setStop((stop + 1) % STOPS.length)}
        />
        <h2>{title}</h2>
        <button type="button" class="ghost icon-only close" onClick={onClose}>
          <Icon name="close" />
          <span class="visually-hidden">Close {title.toLowerCase()}</span>
        </button>
      </div>
      <div class="sheet-body" ref={body}>{children}</div>
    </section>
  );
}

function nearest(part: number): number {
  const distances = STOPS.map((stop) => Math.abs(stop - part));
  return distances.indexOf(Math.min(...distances));
}
