import { type Box, type Viewport, worldToScreen } from "@loom/protocol";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useOwnId } from "./use_pane.ts";

/** A text that is edited in its place on a board. */
export interface InlineEdit {
  /** The place, in the world; `undefined` until what it is about is drawn. */
  readonly box: () => Box | undefined;
  readonly text: string;
  /** The name of the field for those who do not see its place. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** `mono` for lines of code, `name` for the name of a box. Default: plain. */
  readonly look?: "mono" | "name" | undefined;
  /** Texts that can be chosen for what is typed. */
  readonly completions?: ((text: string) => readonly string[]) | undefined;
  /** Makes the edit; a sentence that comes back says why that cannot be. */
  readonly commit: (text: string) => string | undefined;
  /** Called when the text is taken, though it is the same: such as for the next one. */
  readonly next?: ((byKey: boolean) => void) | undefined;
}

interface InlineEditorProps {
  readonly edit: InlineEdit;
  readonly viewport: Viewport;
  /** The field is done; `byKey` when a key did that, so that the focus returns. */
  readonly onClose: (byKey: boolean, isTaken: boolean) => void;
}

const LEAST_WIDTH = 140;
const LEAST_SCALE = 0.75;

/** The field over the place of a text: Enter takes it, Escape leaves it, what is wrong is said below. */
export function InlineEditor(props: InlineEditorProps) {
  const box = props.edit.box();
  return box ? <Field {...props} box={box} /> : null;
}

function Field({ edit, viewport, onClose, box }: InlineEditorProps & { readonly box: Box }) {
  const { label, placeholder, look, completions, commit, next } = edit;
  const [text, setText] = useState(edit.text);
  const [trouble, setTrouble] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useOwnId();
  // Before the next key.
  useLayoutEffect(() => {
    field.current?.focus();
    if (edit.text.length > 1) field.current?.select();
  }, []);
  const done = (byKey: boolean, isTaken: boolean) => {
    isDone.current = true;
    onClose(byKey, isTaken);
  };
  const take = (byKey: boolean) => {
    if (isDone.current) return;
    if (text.trim() === "" || (text === edit.text && next === undefined)) return done(byKey, false);
    const refusal = commit(text.trim());
    if (refusal === undefined || !byKey) return done(byKey, refusal === undefined);
    setTrouble(refusal);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if ((event.key === "Enter" || event.key === "Tab") && !event.isComposing) {
      event.preventDefault();
      take(true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      done(true, false);
    }
  };
  const at = worldToScreen(viewport, box);
  const width = Math.max(LEAST_WIDTH, box.width * viewport.scale);
  const left = look === "name" ? at.x + (box.width * viewport.scale - width) / 2 : at.x;
  const scale = Math.max(LEAST_SCALE, Math.min(1.5, viewport.scale));
  return (
    <div
      class="slc-inline"
      data-canvas-chrome=""
      style={{
        left: `${left}px`,
        top: `${at.y}px`,
        width: `${width}px`,
      }}
    >
      <input
        ref={field}
        class={look === undefined ? "slc-inline-field" : `slc-inline-field slc-inline-field--${look}`}
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
