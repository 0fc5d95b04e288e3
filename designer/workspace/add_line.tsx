import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface AddLineProps {
  /** The label, such as `Add event`. */
  readonly label: string;
  readonly placeholder: string;
  /** Adds what was written; returns why that cannot be. */
  readonly onAdd: (text: string) => string | undefined;
}

/** A line that adds something when Enter is pressed, and is ready for the next one. */
export function AddLine({ label, placeholder, onAdd }: AddLineProps) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  return (
    <form
      class="add-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        const why = onAdd(text.trim());
        setTrouble(why ?? "");
        if (why === undefined) setText("");
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          setTrouble("");
          if (text === "") event.currentTarget.blur();
          else setText("");
        }}
      />
      <button type="submit" class="ghost icon-only" title={label}>
        <Icon name="plus" />
        <span class="visually-hidden">{label}</span>
      </button>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
    </form>
  );
}
