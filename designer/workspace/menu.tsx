import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

interface MenuProps {
  /** The content of the button. */
  readonly label: ComponentChildren;
  readonly title: string;
  readonly class?: string;
  /** The content, made when the menu opens; `close` closes it. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens what is under it; Escape and a press elsewhere close it. */
export function Menu({ label, title, class: className = "", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    area.current?.querySelector<HTMLElement>(".menu-body :is(a,button,input)")?.focus();
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", onDown);
    return () => removeEventListener("pointerdown", onDown);
  }, [isOpen]);
  return (
    <div class={`menu ${className}`} ref={area} onKeyDown={(event) => onKey(event, close)}>
      <button
        type="button"
        class="ghost"
        ref={button}
        title={title}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen ? <div class="menu-body popover" id={id}>{children(close)}</div> : null}
    </div>
  );
}

function onKey(event: KeyboardEvent, close: () => void): void {
  if (event.key === "Escape") {
    event.stopPropagation();
    return close();
  }
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-body :is(a,button)")];
  const at = items.findIndex((item) => item === document.activeElement);
  event.preventDefault();
  items[(at + step + items.length) % items.length]?.focus();
}
