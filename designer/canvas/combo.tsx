import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";

interface ComboProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly onInput: (text: string) => void;
  readonly onChoose: (choice: string) => void;
  readonly placeholder?: string;
  /** The field that a new panel puts the cursor in. */
  readonly isFirst?: boolean;
  /** Whether the list is open from the beginning. */
  readonly isOpen?: boolean;
}

/** The most choices that are listed; typing narrows them. */
const MOST = 60;

/** A field with a list of what it may be; other texts are allowed. */
export function Combo(props: ComboProps): VNode {
  const { label, value, choices, onInput, onChoose, placeholder, isFirst = false } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  const [at, setAt] = useState(-1);
  const [isTyped, setTyped] = useState(false);
  const wanted = isTyped ? value.trim().toLowerCase() : "";
  const shown = choices.filter((choice) => choice.toLowerCase().includes(wanted)).slice(0, MOST);
  const choose = (choice: string) => {
    setOpen(false);
    onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((now) => Math.max(-1, Math.min(shown.length - 1, (isOpen ? now : -1) + step)));
    } else if (event.key === "Enter" && isOpen && shown[at] !== undefined) {
      event.preventDefault();
      choose(shown[at]);
    } else if (event.key === "Escape" && isOpen && !props.isOpen) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  const isShown = isOpen && shown.length > 0;
  return (
    <div class="slc-field">
      <label class="slc-field-label" for={`${id}f`}>{label}</label>
      <input
        id={`${id}f`}
        class="slc-input"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}l`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && shown[at] !== undefined ? `${id}${at}` : undefined}
        data-first={isFirst ? "" : undefined}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          setTyped(true);
          setOpen(true);
          setAt(-1);
          onInput(currentTarget.value);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => props.isOpen || setOpen(false)}
      />
      <ul id={`${id}l`} class="slc-choices" role="listbox" aria-label={label} hidden={!isShown}>
        {shown.map((choice, index) => (
          <li
            key={choice}
            id={`${id}${index}`}
            class="slc-picker-item"
            role="option"
            aria-selected={index === at}
            // Before the field loses the focus and closes the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {choice}
          </li>
        ))}
      </ul>
    </div>
  );
}
