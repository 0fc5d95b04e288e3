import { useId, useState } from "preact/hooks";
import type { FieldInput } from "./command_fields.ts";

/** The texts and the work of a field. */
export interface InstantFieldProps {
  readonly label: string;
  /** The meaning; shown while the field has the focus. */
  readonly hint?: string | undefined;
  readonly input: FieldInput;
  /** The text of the value that the document has. */
  readonly text: string;
  readonly placeholder?: string | undefined;
  /** Texts to choose from while writing. */
  readonly names?: readonly string[] | ((draft: string) => readonly string[]) | undefined;
  /** A finding about the value. */
  readonly finding?: string | undefined;
  /** True where the label is for screen readers only. */
  readonly isBare?: boolean;
  readonly isMono?: boolean;
  readonly rows?: number;
  /** Takes the text into the document; returns why that cannot be. */
  readonly onCommit: (text: string) => string | undefined;
}

/** A field that edits its value in place: a choice at once, a text when it is left or Enter is pressed. */
export function InstantField(props: InstantFieldProps) {
  const { label, hint, input, text, finding = "", isBare = false, onCommit } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const shown = draft ?? text;
  const names = typeof props.names === "function" ? props.names(shown) : props.names;
  // A finding is about the value that the document has.
  const trouble = refusal === "" && draft === undefined ? finding : refusal;
  const commit = (next: string) => {
    if (next === text) {
      setDraft(undefined);
      return setRefusal("");
    }
    const why = onCommit(next);
    setRefusal(why ?? "");
    // What is refused stays to be corrected.
    setDraft(why === undefined ? undefined : next);
  };
  const common = {
    id,
    "aria-invalid": trouble !== "",
    "aria-describedby": trouble !== "" ? `${id}-trouble` : hint === undefined ? undefined : `${id}-hint`,
    placeholder: props.placeholder,
    class: props.isMono ? "mono" : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      if (draft === undefined && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
      setDraft(undefined);
      setRefusal("");
    } else if (
      event.key === "Enter" && !(event.isComposing) && (input.type !== "lines" && !isLong || event.ctrlKey)
    ) {
      event.preventDefault();
      commit(shown);
    }
  };
  const isLong = (props.rows ?? 1) > 1;
  if (isSwitch(input)) {
    return (
      <div class="field switch">
        <input
          {...common}
          type="checkbox"
          checked={shown === "true"}
          onChange={({ currentTarget }) => commit(currentTarget.checked ? "true" : "")}
        />
        <label for={id}>{label}</label>
        {trouble === ""
          ? null
          : (
            <p class="complaint" id={`${id}-trouble`} role={refusal === "" ? undefined : "alert"}>
              {trouble}
            </p>
          )}
      </div>
    );
  }
  return (
    <div class={`field${isBare ? " bare" : ""}`}>
      <label for={id} class={isBare ? "visually-hidden" : undefined}>{label}</label>
      {input.type === "choice"
        ? (
          <select {...common} value={shown} onChange={({ currentTarget }) => commit(currentTarget.value)}>
            <option value="">{isBare ? label : "—"}</option>
            {input.choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
          </select>
        )
        : input.type === "lines" || isLong
        ? (
          <textarea
            {...common}
            rows={props.rows ?? 2}
            value={shown}
            onInput={({ currentTarget }) => setDraft(currentTarget.value)}
            onBlur={() => commit(shown)}
            onKeyDown={onKeyDown}
          />
        )
        : (
          <input
            {...common}
            type={input.type === "number" ? "number" : "text"}
            step={input.type === "number" ? "any" : undefined}
            list={names === undefined ? undefined : `${id}-names`}
            autocomplete="off"
            spellcheck={false}
            value={shown}
            onInput={({ currentTarget }) => setDraft(currentTarget.value)}
            onBlur={() => commit(shown)}
            onKeyDown={onKeyDown}
          />
        )}
      {names === undefined || input.type !== "text" ? null : (
        <datalist id={`${id}-names`}>
          {names.slice(0, 300).map((name) => <option key={name} value={name} />)}
        </datalist>
      )}
      {trouble !== ""
        ? <p class="complaint" id={`${id}-trouble`} role={refusal === "" ? undefined : "alert"}>{trouble}</p>
        : hint === undefined
        ? null
        : <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** True for a field that is either so or not. */
function isSwitch(input: FieldInput): boolean {
  return input.type === "choice" && input.choices.join() === "true,false";
}
