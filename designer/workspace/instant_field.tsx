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
  const says = trouble !== ""
    ? <p class="complaint" id={`${id}-trouble`} role={refusal === "" ? undefined : "alert"}>{trouble}</p>
    : hint === undefined || isSwitch(input)
    ? null
    : <p class="hint" id={`${id}-hint`}>{hint}</p>;
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
        {says}
      </div>
    );
  }
  const isChoice = input.type === "choice";
  return (
    <div class={`field${isBare ? " bare" : ""}`}>
      <label for={id} class={isBare ? "visually-hidden" : undefined}>{label}</label>
      <Control
        {...common}
        input={input}
        text={shown}
        none={isBare ? label : undefined}
        rows={props.rows}
        names={names}
        onText={isChoice ? commit : setDraft}
        onBlur={isChoice ? undefined : () => commit(shown)}
        onKeyDown={isChoice ? undefined : onKeyDown}
      />
      {says}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly input: FieldInput;
  readonly text: string;
  /** The text of no choice. Default: the choice that it stands for, or a dash. */
  readonly none?: string | undefined;
  /** Default: one line, of lists and JSON two. */
  readonly rows?: number | undefined;
  /** Texts to choose from while writing, at most 300. */
  readonly names?: readonly string[] | undefined;
  readonly required?: boolean;
  readonly class?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly "aria-invalid"?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** The control of a field. In a choice, what a missing value stands for is chosen where there is none. */
export function Control({ input, text, none, rows = 1, names, onText, ...rest }: ControlProps) {
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onText(currentTarget.value);
  if (input.type === "choice") {
    const { choices, fallback } = input;
    return (
      <select {...rest} value={text === fallback ? "" : text} onChange={onInput}>
        <option value="">{none ?? fallback ?? "—"}</option>
        {choices.map((choice) => choice === fallback ? null : <option key={choice}>{choice}</option>)}
      </select>
    );
  }
  if (input.type === "lines" || input.type === "json" || rows > 1) {
    return <textarea {...rest} rows={Math.max(2, rows)} value={text} onInput={onInput} />;
  }
  const isNumber = input.type === "number";
  const list = names === undefined || isNumber ? undefined : `${rest.id}-names`;
  return (
    <>
      <input
        {...rest}
        type={isNumber ? "number" : "text"}
        step={isNumber ? "any" : undefined}
        list={list}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={onInput}
      />
      {list === undefined ? null : (
        <datalist id={list}>
          {names?.slice(0, 300).map((name) => <option key={name} value={name} />)}
        </datalist>
      )}
    </>
  );
}

/** True for a field that is either so or not. */
function isSwitch(input: FieldInput): boolean {
  return input.type === "choice" && input.choices.join() === "true,false";
}
