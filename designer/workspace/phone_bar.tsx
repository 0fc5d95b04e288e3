import { type Mode, useWorkspace } from "./context.ts";
import { modesOf } from "./header.tsx";
import { Icon } from "./icon.tsx";

/** A panel that a phone shows in its sheet. */
export type PhonePanel = "outline" | "properties";

interface PhoneBarProps {
  readonly open: PhonePanel | undefined;
  readonly onOpen: (panel: PhonePanel) => void;
  readonly onSearch: () => void;
  readonly onMode: (mode: Mode) => void;
}

/** The main actions of a phone, in reach of a thumb. */
export function PhoneBar({ open, onOpen, onSearch, onMode }: PhoneBarProps) {
  const { row, mode, findings } = useWorkspace();
  const next = modesOf(row.kind).filter(({ mode: one }) => one === "run" || one === "check");
  return (
    <nav class="phone-bar" aria-label="Main actions">
      <button type="button" aria-pressed={open === "outline"} onClick={() => onOpen("outline")}>
        <Icon name="outline" /> Outline
      </button>
      <button type="button" aria-pressed={open === "properties"} onClick={() => onOpen("properties")}>
        <Icon name="properties" /> Properties
      </button>
      <button type="button" onClick={onSearch}>
        <Icon name="search" /> Search
      </button>
      {next.map(({ mode: one, title, icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={mode === one}
          onClick={() => onMode(mode === one ? "design" : one)}
        >
          <Icon name={icon} /> {title}
          {one === "check" && findings.length > 0 ? <span class="badge">{findings.length}</span> : null}
        </button>
      ))}
    </nav>
  );
}
