import { type Box, type Viewport, worldToScreen } from "@loom/protocol";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A text that is edited in its place on a board. */
export interface InlineEdit {
  /** The place, in the world. */
  readonly box: Box;
  readonly text: string;
  /** The name of the field for those who do not see its place. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly isMono?: boolean | undefined;
  /** Texts that can be chosen for what is typed. */
  readonly completions?: ((text: string) => readonly string[]) | undefined;
  /** Makes the edit; a sentence that comes back says why that cannot be. */
  readonly commit: (text: string) => string | undefined;
  /** Called when the text is taken by Enter: such as for the next one. */
  readonly next?: (() => void) | undefined;
}

interface InlineEditorProps {
  readonly edit: InlineEdit;
  readonly viewport: Viewport;
  /** The field is gone; `byKey` when Enter or Escape did that, so that the focus returns. */
  readonly onClose: (byKey: boolean) => void;
}

const LEAST_WIDTH = 140;
const LEAST_SCALE = 0.75;

/** The field over the place of a text: Enter takes it, Escape leaves it, what is wrong is said below. */
export function InlineEditor({ edit, viewport, onClose }: InlineEditorProps) {
  const { box, label, placeholder, isMono = false, completions, commit, next } = edit;
  const [text, setText] = useState(edit.text);
  const [trouble, setTrouble] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useId();
  // Before the next key.
  useLayoutEffect(() => {
    field.current?.focus();
    if (edit.text.length > 1) field.current?.select();
  }, []);
  const done = (byKey: boolean) => {
    isDone.current = true;
    onClose(byKey);
  };
  const take = (byKey: boolean) => {
    if (isDone.current) return;
    if (text.trim() === "" || (text === edit.text && next === undefined)) return done(byKey);
    const refusal = commit(text.trim());
    if (refusal === undefined) {
      done(byKey);
      if (byKey) next?.();
    } else if (byKey) setTrouble(refusal);
    else done(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      take(true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      done(true);
    }
  };
  const at = worldToScreen(viewport, box);
  const scale = Math.max(LEAST_SCALE, Math.min(1.5, viewport.scale));
  return (
    <div
      class="slc-inline"
      data-canvas-chrome=""
      style={{
        left: `${at.x}px`,
        top: `${at.y}px`,
        width: `${Math.max(LEAST_WIDTH, box.width * viewport.scale)}px`,
      }}
    >
      <input
        ref={field}
        class={isMono ? "slc-inline-field slc-inline-field--mono" : "slc-inline-field"}
        style={{ fontSize: `${13 * scale}px`, height: `${Math.max(26, box.height * viewport.scale)}px` }}
        aria-label={label}
        aria-invalid={trouble === "" ? undefined : "true"}
        aria-describedby={trouble === "" ? undefined : `${id}-trouble`}
        placeholder={placeholder}
        list={completions ? `${id}-list` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setTrouble("");
        }}
        onKeyDown={onKeyDown}
        onBlur={() => take(false)}
      />
      {completions
        ? (
          <datalist id={`${id}-list`}>
            {completions(text).map((one) => <option key={one} value={one} />)}
          </datalist>
        )
        : null}
      {trouble === "" ? null : <p class="slc-inline-trouble" id={`${id}-trouble`} role="alert">{trouble}</p>}
    </div>
  );
}
